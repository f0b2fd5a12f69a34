#!/usr/bin/env bash
# The textbook case of arenas and pools beside malloc and free: regions.sh [ROUNDS [RECORDS]].
# Interleaved rounds, medians in nanoseconds per record, with and without huge pages; then counted
# instructions, L1 and last-level misses per record by callgrind. Raw lines go to
# quarry-bench/target/regions/. Build the library first: ./quarry build.
set -euo pipefail

here=$(cd "$(dirname "$0")/../../.." && pwd)
native=$here/../quarry-native/target
out=$here/target/regions
rounds=${1:-9}
records=${2:-2000000}
kinds=(malloc arena pool handles)
mkdir -p "$out"

compile() {
    local kind=$1 libraries=()
    if [ "$kind" != malloc ]; then
        libraries=("$native/libquarry.so" "-Wl,-rpath,$native")
    fi
    gcc -O2 -g -std=gnu17 -Wall -Wextra -Werror -pthread -fno-builtin-malloc -fno-builtin-free \
        "-DRECORDS_${kind^^}" -iquote "$native/include" -o "$out/$kind" \
        "$here/src/main/c/region/region-records.c" "${libraries[@]}"
}

# Kinds are columns: glibc's malloc, Quarry's malloc by preload, and the regions; the pool with a
# free for each record and with one reset.
run() {
    local column=$1 huge=$2
    shift 2
    case $column in
        glibc) GLIBC_TUNABLES=glibc.malloc.hugetlb=$huge "$out/malloc" "$@" ;;
        quarry) LD_PRELOAD=$native/libquarry.so "$out/malloc" "$@" ;;
        pool-once) "$out/pool" --huge "$huge" --at-once 1 "$@" ;;
        *) "$out/$column" --huge "$huge" "$@" ;;
    esac
}

field() {
    tr ' ' '\n' | sed -n "s/^$1=//p"
}

median() {
    sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

per_record() {
    awk -v n="$records" '{ printf "%8.2f", $1 / n }'
}

for kind in "${kinds[@]}"; do
    compile "$kind"
done
columns=(glibc quarry arena pool pool-once handles)
for huge in 0 1; do
    for column in "${columns[@]}"; do
        : > "$out/$column-$huge.txt"
    done
    for ((round = 0; round < rounds; round++)); do
        for column in "${columns[@]}"; do
            run "$column" "$huge" --ops $((2 * records)) >> "$out/$column-$huge.txt"
        done
    done
    echo "huge pages: $huge, $records records, median of $rounds rounds, ns per record"
    printf '%-9s %8s %8s %8s %8s   %8s %8s %8s %8s\n' '' cold_a sum release faults \
        warm_a sum release total
    for column in "${columns[@]}"; do
        printf '%-9s' "$column"
        for pass in cold warm; do
            total=0
            for step in allocate sum release; do
                value=$(field "${pass}_${step}_ns" < "$out/$column-$huge.txt" | median)
                total=$(awk -v a="$total" -v b="$value" 'BEGIN { print a + b }')
                echo "$value" | per_record
            done
            if [ $pass = cold ]; then
                field cold_faults < "$out/$column-$huge.txt" | median | awk '{ printf "%9d  ", $1 }'
            else
                echo "$total" | per_record
            fi
        done
        echo
    done
done

# Two runs that differ in their passes are subtracted: what is left is warm passes.
counts() {
    local column=$1 passes=$2 preload=() options=()
    local program=$column
    case $column in
        pool-once) program=pool options=(--at-once 1) ;;
        glibc) program=malloc ;;
        quarry) program=malloc preload=(env "LD_PRELOAD=$native/libquarry.so") ;;
    esac
    valgrind --tool=callgrind --cache-sim=yes --callgrind-out-file=/dev/null --trace-children=yes \
        "${preload[@]}" "$out/$program" --ops 200000 --passes "$passes" "${options[@]}" 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p' | tail -n 1
}

echo "counted by callgrind, per record, a warm pass of 100000 records"
printf '%-9s %12s %9s %9s\n' '' instructions 'L1 misses' 'LL misses'
for column in "${columns[@]}"; do
    read -ra few <<< "$(counts "$column" 2)"
    read -ra more <<< "$(counts "$column" 4)"
    # Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw
    awk -v c="$column" -v a="${few[*]}" -v b="${more[*]}" 'BEGIN {
        split(a, x); split(b, y); n = 200000
        printf "%-9s %12.1f %9.3f %9.3f\n", c, (y[1] - x[1]) / n,
            (y[5] + y[6] - x[5] - x[6]) / n, (y[8] + y[9] - x[8] - x[9]) / n }'
done
