#!/usr/bin/env bash
# The textbook case of arenas and pools on the JVM: regions-jvm.sh [ROUNDS [RECORDS]]. A process for
# each kind and round, interleaved; medians in nanoseconds per record. Raw lines go to
# quarry-bench/target/regions-jvm/. Needs JAVA_HOME and a built suite:
# mvn -pl quarry-bench -am package.
set -euo pipefail

here=$(cd "$(dirname "$0")/../../.." && pwd)
out=$here/target/regions-jvm
rounds=${1:-5}
records=${2:-1000000}
kinds=(malloc arena arena-segments pool handles confined slicing memory-stack)
mkdir -p "$out"

run() {
    "$JAVA_HOME/bin/java" -Xms2g -Xmx2g -XX:+AlwaysPreTouch -XX:+UseParallelGC \
        --enable-native-access=ALL-UNNAMED -cp "$here/target/classes:$here/target/lib/*" \
        dev.quarry.bench.region.RegionRecords "$1" "$records" 2> "$out/errors.txt"
}

median() {
    sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

for kind in "${kinds[@]}"; do
    : > "$out/$kind.txt"
done
for ((round = 0; round < rounds; round++)); do
    for kind in "${kinds[@]}"; do
        run "$kind" >> "$out/$kind.txt"
    done
done
echo "$records records, median of $rounds processes, ns per record"
printf '%-15s %9s %9s %9s\n' '' allocate sum release
for kind in "${kinds[@]}"; do
    printf '%-15s' "$kind"
    for field in 3 5 7; do
        awk -v f=$field '{ print $f }' "$out/$kind.txt" | median | awk '{ printf "%10.2f", $1 }'
    done
    echo
done
run reset
