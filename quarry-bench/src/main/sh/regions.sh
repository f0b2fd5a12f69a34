#!/usr/bin/env bash
# The textbook case of arenas and pools beside malloc and free: regions.sh [ROUNDS [RECORDS]].
# Interleaved rounds, medians in nanoseconds per record: in order, in order with huge pages, and in
# random order; then counted instructions, L1 and last-level misses per record by callgrind. Raw
# lines go to quarry-bench/target/regions/. Build the library first: ./quarry build.
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

# What is preloaded for a column; nothing for glibc and for regions.
declare -A preload=([quarry]=$native/libquarry.so)
find_peers() {
    local name file
    for name in mimalloc:libmimalloc jemalloc:libjemalloc tcmalloc:libtcmalloc_minimal; do
        file=$(ldconfig -p | sed -n "s/.*${name#*:}\.so.* => //p" | head -n 1)
        if [ -n "$file" ]; then
            preload[${name%:*}]=$file
            mallocs+=("${name%:*}")
        else
            echo "${name%:*} is not installed: ./quarry bench setup"
        fi
    done
}

# Kinds are columns: malloc by preload, and the regions; the pool with a free for each record and
# with one reset.
run() {
    local column=$1 huge=$2
    shift 2
    case $column in
        glibc) GLIBC_TUNABLES=glibc.malloc.hugetlb=$huge "$out/malloc" "$@" ;;
        arena | pool | handles) "$out/$column" --huge "$huge" "$@" ;;
        pool-once) "$out/pool" --huge "$huge" --at-once 1 "$@" ;;
        *) LD_PRELOAD=${preload[$column]} "$out/malloc" "$@" ;;
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

# A table of some columns under a title, with further options for each run.
table() {
    local title=$1 name=$2 huge=$3 options=$4 column round
    shift 4
    for column in "$@"; do
        : > "$out/$column-$name.txt"
    done
    for ((round = 0; round < rounds; round++)); do
        for column in "$@"; do
            # shellcheck disable=SC2086
            run "$column" "$huge" --ops $((2 * records)) $options >> "$out/$column-$name.txt"
        done
    done
    echo "$title, $records records, median of $rounds rounds, ns per record"
    printf '%-9s %8s %8s %8s %8s   %8s %8s %8s %8s %8s\n' '' cold_a sum release faults \
        warm_a sum release a+r times
    local baseline=0
    for column in "$@"; do
        line "$column" "$name"
    done
    echo
}

# Times: how many times faster than the first column in allocating and releasing, warm.
line() {
    local column=$1 file=$out/$1-$2.txt pass step value pair=0
    printf '%-9s' "$column"
    for pass in cold warm; do
        for step in allocate sum release; do
            value=$(field "${pass}_${step}_ns" < "$file" | median)
            echo "$value" | per_record
            if [ "$pass-$step" = warm-allocate ] || [ "$pass-$step" = warm-release ]; then
                pair=$(awk -v a="$pair" -v b="$value" 'BEGIN { print a + b }')
            fi
        done
        if [ $pass = cold ]; then
            field cold_faults < "$file" | median | awk '{ printf "%9d  ", $1 }'
        fi
    done
    if [ "$baseline" = 0 ]; then
        baseline=$pair
    fi
    echo "$pair" | per_record
    awk -v a="$baseline" -v b="$pair" 'BEGIN { printf "%9.2f\n", a / b }'
}

# Two runs that differ in their passes are subtracted: what is left is warm passes.
counts() {
    local column=$1 passes=$2 set=() options=() program=$1
    case $column in
        pool-once) program=pool options=(--at-once 1) ;;
        arena | pool | handles) ;;
        *)
            program=malloc
            if [ "$column" != glibc ]; then
                set=(env "LD_PRELOAD=${preload[$column]}")
            fi
            ;;
    esac
    valgrind --tool=callgrind --cache-sim=yes --callgrind-out-file=/dev/null --trace-children=yes \
        "${set[@]}" "$out/$program" --ops 200000 --passes "$passes" "${options[@]}" \
        2>&1 >/dev/null |
        sed -n 's/.*Collected : //p' | tail -n 1
}

count() {
    local column few more
    echo "counted by callgrind, per record, a warm pass of 100000 records"
    printf '%-9s %12s %9s %9s\n' '' instructions 'L1 misses' 'LL misses'
    for column in "$@"; do
        read -ra few <<< "$(counts "$column" 2)"
        read -ra more <<< "$(counts "$column" 4)"
        # Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw
        awk -v c="$column" -v a="${few[*]}" -v b="${more[*]}" 'BEGIN {
            split(a, x); split(b, y); n = 200000
            printf "%-9s %12.1f %9.3f %9.3f\n", c, (y[1] - x[1]) / n,
                (y[5] + y[6] - x[5] - x[6]) / n, (y[8] + y[9] - x[8] - x[9]) / n }'
    done
}

for kind in "${kinds[@]}"; do
    compile "$kind"
done
mallocs=(glibc quarry)
find_peers
table 'in order' order 0 '' "${mallocs[@]}" arena pool pool-once handles
table 'in order, huge pages' huge 1 '' glibc quarry arena pool pool-once handles
table 'in random order' random 0 '--shuffle 1' "${mallocs[@]}" pool handles
count "${mallocs[@]}" arena pool pool-once handles
