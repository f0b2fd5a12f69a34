#!/usr/bin/env bash
# The textbook case of arenas and pools on the JVM, one process for each kind:
# regions-jvm.sh [RECORDS]. Needs JAVA_HOME and the classes of a build (./quarry build).
set -euo pipefail

here=$(cd "$(dirname "$0")/../../../.." && pwd)
records=${1:-1000000}
classes=$here/quarry-core/target/classes:$here/quarry-jvm/target/classes
classes+=:$here/quarry-bench/target/classes
for kind in malloc arena arena-segments pool handles confined slicing reset; do
    "$JAVA_HOME/bin/java" -Xms2g -Xmx2g -XX:+AlwaysPreTouch -XX:+UseParallelGC \
        --enable-native-access=ALL-UNNAMED -cp "$classes" \
        dev.quarry.bench.region.RegionRecords "$kind" "$records"
done
