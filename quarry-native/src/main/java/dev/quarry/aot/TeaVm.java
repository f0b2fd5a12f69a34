package dev.quarry.aot;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.teavm.diagnostics.Problem;
import org.teavm.tooling.EmptyTeaVMToolLog;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.tooling.TeaVMToolException;
import org.teavm.vm.TeaVMOptimizationLevel;

/** One run of TeaVM from an entry class to a folder of C. */
final class TeaVm {
    private TeaVm() {}

    static void compile(Class<?> entry, Path output) {
        TeaVMTool tool = new TeaVMTool();
        tool.setTargetType(TeaVMTargetType.C);
        tool.setMainClass(entry.getName());
        tool.setTargetDirectory(output.toFile());
        tool.setOptimizationLevel(TeaVMOptimizationLevel.FULL);
        tool.setObfuscated(false);
        tool.setShortFileNames(false);
        tool.setFastDependencyAnalysis(true);
        tool.setAssertionsRemoved(true);
        tool.setClassLoader(entry.getClassLoader());
        tool.setLog(new EmptyTeaVMToolLog());
        tool.getTransformers().add(CoreTransformer.class.getName());
        try {
            tool.generate();
        } catch (TeaVMToolException e) {
            throw new IllegalStateException("TeaVM failed on " + entry.getName(), e);
        }
        List<Problem> problems = tool.getProblemProvider().getProblems();
        if (!problems.isEmpty()) {
            throw new BuildException(problems.stream().map(TeaVm::describe)
                    .collect(Collectors.joining("\n", "TeaVM refuses the sources:\n", "")));
        }
    }

    private static String describe(Problem problem) {
        return problem.getText() + " " + Arrays.toString(problem.getParams())
                + " at " + problem.getLocation();
    }
}
