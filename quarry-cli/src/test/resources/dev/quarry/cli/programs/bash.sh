# Loops, arrays, subshells, pipes, here-documents, traps: what a shell allocates for.
declare -A count
for ((i = 0; i < 3000; i++)); do
    word="w$((i * i % 97))"
    count[$word]=$((${count[$word]:-0} + 1))
done
for word in "${!count[@]}"; do
    echo "$word ${count[$word]}"
done | sort | tail -n 5

(
    cd /
    pwd
    (exit 7) || echo "subshell ended with $?"
)

seq 1 20000 | grep 7 | sort -r | sed -n 1,3p | tr '\n' ' '
echo

cat <<END
A here-document with $((6 * 7)) and $(printf 'a %s' command) in it,
and ${#count[@]} words.
END

text=''
for i in {1..500}; do
    text+="line $i of a string that grows and grows"$'\n'
done
echo "${#text} ${text//line/LINE}" | cksum

while IFS=: read -r key value; do
    echo "$value=$key"
done <<<$'a:1\nb:2\nc:3'

f() {
    (($1 == 0)) && return 0
    f $(($1 - 1)) && echo -n "$1 "
}
f 100
echo

for i in 1 2 3 4; do
    (
        x=()
        for ((j = 0; j < 2000; j++)); do x+=("$i.$j"); done
        echo "${#x[@]} ${x[1999]}" >"out.$i"
    ) &
done
wait
cat out.*
trap 'echo leaving with $?' EXIT
echo to stderr >&2
exit 3
