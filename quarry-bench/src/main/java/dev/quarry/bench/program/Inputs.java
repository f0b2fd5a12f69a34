package dev.quarry.bench.program;

import dev.quarry.bench.build.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** What the real programs work on: scripts from the resources, and generated sources. */
final class Inputs {
    private static final long SEED = 0xCAFE;

    private final Layout layout;

    Inputs(Layout layout) {
        this.layout = layout;
    }

    /** A script of the resources as a file. */
    Path script(String name) {
        try (InputStream stream = Inputs.class.getResourceAsStream("/programs/" + name)) {
            return write(name, new String(stream.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** C source with many functions of loops, calls, switches and structs. */
    Path source(int functions) {
        var random = new Random(SEED);
        var text = new StringBuilder("struct node { long key, left, right; double weight; };\n");
        for (int i = 0; i < functions; i++) {
            text.append(function(i, random));
        }
        return write("generated-" + functions + ".c", text.toString());
    }

    private static String function(int i, Random random) {
        var text = new StringBuilder();
        text.append("long f").append(i).append("(struct node *n, long a, long b) {\n")
                .append("  long sum = a;\n  for (long i = 0; i < b; i++) {\n")
                .append("    switch ((sum ^ i) & 7) {\n");
        for (int c = 0; c < 7; c++) {
            text.append("    case ").append(c).append(": sum += n[i & 15].key * ")
                    .append(random.nextInt(1000)).append(" + (a << ").append(random.nextInt(20))
                    .append("); n[i & 15].weight *= 1.").append(random.nextInt(90)).append("; ");
            text.append(i == 0 ? "" : "sum -= f" + random.nextInt(i) + "(n, sum, b >> 1); ");
            text.append("break;\n");
        }
        return text.append("    default: n[sum & 15].left = i; }\n  }\n  return sum;\n}\n")
                .toString();
    }

    /**
     * The pigeonhole problem over bit vectors: more pigeons than holes, no hole shared. Small to
     * write down, hard to refute, and the solver allocates all the while.
     */
    Path formula(int holes) {
        var text = new StringBuilder("(set-logic QF_BV)\n");
        for (int p = 0; p <= holes; p++) {
            text.append("(declare-const p").append(p).append(" (_ BitVec 8))\n(assert (bvult p")
                    .append(p).append(" (_ bv").append(holes).append(" 8)))\n");
            for (int q = 0; q < p; q++) {
                text.append("(assert (distinct p").append(p).append(" p").append(q)
                        .append("))\n");
            }
        }
        return write("pigeons-" + holes + ".smt2", text.append("(check-sat)\n").toString());
    }

    /** A database in memory: rows, an index, grouping, sorting, deleting. */
    Path statements(int rows) {
        return write("statements-" + rows + ".sql", """
                create table item(id integer primary key, name text, size integer);
                with recursive n(i) as (select 1 union all select i + 1 from n where i < %d)
                insert into item select i, 'item ' || (i * 7919 %% 100003), i * 31 %% 977 from n;
                create index by_name on item(name);
                create table sums as select size, count(*) c, group_concat(name) names
                from item group by size;
                select count(*), sum(length(names)) from sums;
                select count(*) from item a join item b on a.name = b.name where a.id < b.id;
                delete from item where id %% 3 = 0;
                select max(t) from (select name || size as t from item order by size, name desc);
                """.formatted(rows));
    }

    private Path write(String name, String text) {
        Path file = layout.work().resolve(name);
        try {
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
