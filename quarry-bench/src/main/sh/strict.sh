#!/usr/bin/env bash
# What the strict interface costs, old form against new, counted by callgrind with its cache model:
# instructions, accesses served by L1, by the last level and by memory, and estimated cycles
# (L1 + 5 LL + 35 RAM), for one allocate and deallocate once warm. On Quarry and on the C library's
# malloc. Then both listings. Build the library first: ./quarry build.
set -euo pipefail

here=$(cd "$(dirname "$0")/../../.." && pwd)
native=$here/../quarry-native/target
sources=$here/src/main/c/strict
out=$here/target/strict
few=2000
more=12000
mkdir -p "$out"

for form in old new; do
    gcc -O2 -g -std=gnu17 -Wall -Wextra -Werror -pthread -fno-builtin-malloc -fno-builtin-free \
        "-DSTRICT_${form^^}" -iquote "$native/include" \
        -o "$out/$form" "$sources/strict-cost.c"
done

# Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw of a run.
events() {
    local preload=()
    if [ "$1" = quarry ]; then
        preload=(env "LD_PRELOAD=$native/libquarry.so")
    fi
    shift
    valgrind --tool=callgrind --cache-sim=yes --callgrind-out-file=/dev/null --trace-children=yes \
        "${preload[@]}" "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p' | tail -n 1
}

pair() {
    awk -v a="$1" -v b="$2" -v n=$((more - few)) 'BEGIN {
        split(a, x); split(b, y)
        for (i in y) d[i] = (y[i] - x[i]) / n
        ram = d[7] + d[8] + d[9]
        ll = d[4] + d[5] + d[6] - ram
        l1 = d[1] + d[2] + d[3] - ll - ram
        printf "%.1f %.1f %.2f %.2f %.1f\n", d[1], l1, ll, ram, l1 + 5 * ll + 35 * ram }'
}

printf '%-8s %-5s %-5s %12s %8s %6s %6s %8s\n' malloc size form instructions L1 LL RAM cycles
for malloc in quarry glibc; do
    for line in 0 1; do
        size=$([ $line = 1 ] && echo line || echo page)
        declare -A instructions
        for form in old new; do
            a=$(events $malloc "$out/$form" --line $line --ops $few)
            b=$(events $malloc "$out/$form" --line $line --ops $more)
            read -r ir l1 ll ram cycles <<< "$(pair "$a" "$b")"
            instructions[$form]=$ir
            printf '%-8s %-5s %-5s %12s %8s %6s %6s %8s\n' \
                $malloc "$size" $form "$ir" "$l1" "$ll" "$ram" "$cycles"
        done
        awk -v o="${instructions[old]}" -v n="${instructions[new]}" 'BEGIN {
            printf "         saved: %.1f instructions, %.0f %%\n", o - n, 100 * (o - n) / o }'
    done
done

echo
echo "The loops of the new form, over a cache line and over a page, then the old functions:"
objdump -d --no-show-raw-insn "$out/new" | awk '/<main>:/,/^$/' |
    grep -E -B 3 -A 6 '<(malloc|aligned_alloc)@plt>'
objdump -d --no-show-raw-insn "$out/old" |
    awk '/<old_(alloc|dealloc|trace)>:/,/^$/' | sed 's/^ *//'
