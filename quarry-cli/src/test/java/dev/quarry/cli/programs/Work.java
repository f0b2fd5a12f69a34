package dev.quarry.cli.programs;

import java.util.List;
import java.util.Locale;

/** Programs at real work: a script beside this class, and the programs that it must have run. */
enum Work {
    REDIS("redis-server", "redis-benchmark", "redis-cli"),
    SQLITE("sqlite3"),
    PYTHON("python3"),
    PERL("perl"),
    GIT("git"),
    COMPILERS("gcc", "cc1", "cc1plus", "as"),
    NGINX("nginx", "wrk"),
    NODE("node"),
    LUA("lua5.4"),
    Z3("z3"),
    JVM("java", "jcmd");

    private final List<String> programs;

    Work(String... programs) {
        this.programs = List.of(programs);
    }

    /** Names as processes bear them. */
    List<String> programs() {
        return programs;
    }

    String script() {
        return name().toLowerCase(Locale.ROOT) + ".sh";
    }
}
