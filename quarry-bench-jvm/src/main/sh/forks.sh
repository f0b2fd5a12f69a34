#!/usr/bin/env bash
# forks.sh [ROUNDS [FOLDER]]: the small loops as JMH's users run them, a JVM of its own for each
# allocator and each round, the allocators in turn (A B C, A B C); then the medians of the rounds
# (of each round the median of its iterations, wall clock) and Quarry's share of the fastest native
# allocator and of Unsafe. Build first: ./quarry bench jvm --help. It needs JAVA_HOME, a JDK 25.
set -euo pipefail

rounds=${1:-3}
here=$(cd "$(dirname "$0")/../../.." && pwd)
out=${2:-$here/target/forks}
classes="$here/target/classes:$here/target/lib/*"
allocators=dev.quarry.bench.jvm.allocator
mkdir -p "$out"
# jemalloc wants more room for its thread's variables than the loader keeps for latecomers.
export GLIBC_TUNABLES=glibc.rtld.optional_static_tls=16384
raw=$out/iterations.csv
echo 'round,allocator,loop,bytes,nanoseconds,garbage' > "$raw"

library() {
    ldconfig -p | awk -v name="$1" '$1 == name { print $NF; exit }'
}

# The options that make a JVM measure an allocator.
options() {
    case $1 in
        quarry) echo "-Dquarry.bench.allocator=$allocators.QuarryAddresses" ;;
        unsafe) echo "-Dquarry.bench.allocator=$allocators.UnsafeMemory" ;;
        lwjgl-*) echo "-Dquarry.bench.allocator=$allocators.LwjglMemory" \
            "-Dorg.lwjgl.system.allocator=${1#lwjgl-}" ;;
        *) echo "-Dquarry.bench.allocator=$allocators.NativeFunctions" \
            "-Dquarry.bench.critical=true -Dquarry.bench.library=$(library "$2")" ;;
    esac
}

# A line for each iteration of a JVM's loops: median and garbage are taken from all of them.
measure() {
    local round=$1 name=$2 flags
    flags=$(options "$name" "${3:-}")
    "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -cp "$classes" org.openjdk.jmh.Main \
        -f 1 -wi 3 -w 400ms -i 4 -r 250ms -bm avgt -tu ns -prof gc -foe true \
        -jvmArgsAppend "--enable-native-access=ALL-UNNAMED $flags" \
        -p bytes=16,64,256,1024 'Address(Pair|Churn|Bulk|Mixed)' \
        < /dev/null 2> "$out/errors-$name.log" |
        awk -v round="$round" -v name="$name" '
            /^# Benchmark:/ { loop = $3; sub(/.*\./, "", loop); bytes = "-" }
            /^# Parameters:/ { bytes = $0; gsub(/[^0-9]/, "", bytes) }
            /^Iteration/ { nanoseconds = $3 }
            /gc.alloc.rate.norm:/ && nanoseconds != "" {
                # Less is of the profiler itself, written as a power of ten.
                garbage = $2 + 0 > 0.01 ? $2 : 0
                print round "," name "," loop "," bytes "," nanoseconds "," garbage
                nanoseconds = "" }'
}

for round in $(seq "$rounds"); do
    while read -r name file; do
        echo "round $round of $rounds: $name" >&2
        measure "$round" "$name" "$file" >> "$raw"
    done <<'END'
quarry
mimalloc libmimalloc.so.2
jemalloc libjemalloc.so.2
tcmalloc libtcmalloc_minimal.so.4
glibc libc.so.6
lwjgl-mimalloc
lwjgl-jemalloc
lwjgl-rpmalloc
unsafe
END
done

# Medians of the rounds, and what the bars ask for.
awk -F, '
    function median(list,   n, v, i, j, t) {
        n = split(list, v, " ")
        for (i = 2; i <= n; i++) {
            for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) {
                t = v[j]; v[j] = v[j - 1]; v[j - 1] = t
            }
        }
        return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
    }
    NR > 1 {
        row = $3 " " $4
        if (!(row in seen)) { seen[row] = 1; rows[++rowCount] = row }
        if (!($2 in known)) { known[$2] = 1; names[++nameCount] = $2 }
        if ($1 > roundCount) { roundCount = $1 }
        times[row, $2, $1] = times[row, $2, $1] " " $5
        if ($2 == "quarry" && $6 > garbage) { garbage = $6 }
    }
    END {
        printf "%-12s", "ns"
        for (i = 1; i <= nameCount; i++) { printf "%15s", names[i] }
        printf "%11s %10s\n", "of native", "of unsafe"
        for (r = 1; r <= rowCount; r++) {
            printf "%-12s", rows[r]
            best = 0
            for (i = 1; i <= nameCount; i++) {
                all = ""
                for (k = 1; k <= roundCount; k++) {
                    if (times[rows[r], names[i], k] != "") {
                        all = all " " median(times[rows[r], names[i], k])
                    }
                }
                time[names[i]] = median(all)
                printf "%15.2f", time[names[i]]
                if (names[i] != "quarry" && names[i] != "unsafe" &&
                    (best == 0 || time[names[i]] < best)) {
                    best = time[names[i]]
                }
            }
            printf "%11.2f %10.2f\n", time["quarry"] / best, time["quarry"] / time["unsafe"]
        }
        printf "Quarry, bytes of garbage an operation, at most: %s\n", garbage + 0
    }' "$raw" | tee "$out/table.txt"
