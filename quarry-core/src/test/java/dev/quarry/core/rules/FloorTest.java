package dev.quarry.core.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The house stands: nobody leans on a floor above. */
class FloorTest {
    @Test
    void classesNameOnlyFloorsBelow() {
        assertEquals("", String.join("\n", FloorRules.problems(CoreClassFiles.all())));
    }

    @Test
    void packagesHaveDifferentInitials() {
        long initials =
                FloorRules.FLOORS.keySet().stream().map(p -> p.charAt(0)).distinct().count();
        assertEquals(FloorRules.FLOORS.size(), initials);
    }

    @Test
    void aCallUpwardsIsFound() {
        ClassModel cls = callerOf("dev.quarry.core.base.Bad", "dev.quarry.core.api.Malloc");
        assertEquals(
                List.of("base.Bad (floor 0) names api.Malloc (floor 6)"),
                FloorRules.problems(List.of(cls)));
    }

    @Test
    void onlyFaceFloorsNameVerify() {
        ClassModel owner = callerOf("dev.quarry.core.owner.Bad", "dev.quarry.core.verify.Verify");
        assertEquals(1, FloorRules.problems(List.of(owner)).size());
        ClassModel api = callerOf("dev.quarry.core.api.Good", "dev.quarry.core.verify.Verify");
        assertEquals(List.of(), FloorRules.problems(List.of(api)));
    }

    @Test
    void anUnknownPackageIsFound() {
        ClassModel cls = callerOf("dev.quarry.core.misc.Bad", "dev.quarry.core.base.Memory");
        assertEquals(2, FloorRules.problems(List.of(cls)).size());
    }

    private static ClassModel callerOf(String from, String to) {
        MethodTypeDesc nothing = MethodTypeDesc.of(ConstantDescs.CD_void);
        byte[] bytes = ClassFile.of().build(ClassDesc.of(from), builder -> builder.withMethodBody(
                "run", nothing, ClassFile.ACC_STATIC, code -> {
                    code.invokestatic(ClassDesc.of(to), "run", nothing);
                    code.return_();
                }));
        return ClassFile.of().parse(bytes);
    }
}
