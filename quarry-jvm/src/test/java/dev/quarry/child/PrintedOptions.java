package dev.quarry.child;

import dev.quarry.Quarry;
import dev.quarry.core.tune.Config;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Prints each tunable as it is after the start. */
public final class PrintedOptions {
    private PrintedOptions() {}

    public static void main(String[] args) throws IllegalAccessException {
        Quarry.free(Quarry.malloc(1));
        for (Field field : Config.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                System.out.println(field.getName() + "=" + field.getLong(null));
            }
        }
    }
}
