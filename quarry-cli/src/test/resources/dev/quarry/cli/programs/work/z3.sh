# Fixed problems with one answer each: factors, pigeons, a knapsack, arrays.
bits=$((SCALE > 1 ? 22 : 16))
number=$((SCALE > 1 ? 2093 * 2081 * 1 : 64507 * 1))
cat >factor.smt2 <<SMT
(set-logic QF_BV)
(declare-const p (_ BitVec $bits))
(declare-const q (_ BitVec $bits))
(assert (= ((_ zero_extend $bits) (_ bv$number $bits)) (bvmul ((_ zero_extend $bits) p)
    ((_ zero_extend $bits) q))))
(assert (bvult (_ bv1 $bits) p))
(assert (bvule p q))
(check-sat)
(eval (bvadd p q))
SMT
holes=$((SCALE > 1 ? 8 : 7))
awk -v h="$holes" 'BEGIN {
    print "(set-logic QF_UF)"
    for (p = 0; p <= h; p++) for (i = 0; i < h; i++) print "(declare-const x" p "_" i " Bool)"
    for (p = 0; p <= h; p++) {
        line = "(assert (or"
        for (i = 0; i < h; i++) line = line " x" p "_" i
        print line "))"
    }
    for (i = 0; i < h; i++) for (p = 0; p <= h; p++) for (q = p + 1; q <= h; q++) {
        print "(assert (not (and x" p "_" i " x" q "_" i ")))"
    }
    print "(check-sat)"
}' >pigeons.smt2
awk -v n=$((SCALE > 1 ? 26 : 16)) 'BEGIN {
    for (i = 0; i < n; i++) print "(declare-const c" i " Int)\n(assert (<= 0 c" i " 1))"
    w = "(+"; v = "(+"
    for (i = 0; i < n; i++) { w = w " (* " i * 37 % 61 + 7 " c" i ")"
        v = v " (* " i * 53 % 67 + 5 " c" i ")" }
    print "(assert (<= " w ") " n * 12 "))\n(define-fun value () Int " v "))"
    print "(maximize value)\n(check-sat)\n(eval value)"
}' >knapsack.smt2
awk -v n=$((SCALE * 40)) 'BEGIN {
    print "(declare-const a0 (Array Int Int))"
    for (i = 1; i <= n; i++) {
        print "(declare-const a" i " (Array Int Int))"
        print "(assert (= a" i " (store a" i - 1 " " i * 7 % 13 " (+ 1 (select a" i - 1 " "
        print "    " i * 5 % 13 ")))))"
    }
    print "(assert (= (select a0 0) 3))\n(assert (< (select a" n " 0) 0))"
    print "(assert (forall ((i Int)) (=> (<= 0 i 13) (<= 0 (select a0 i)))))\n(check-sat)"
}' >arrays.smt2
for problem in factor pigeons knapsack arrays; do
    echo "$problem $(z3 "$problem.smt2" | tr '\n' ' ')"
done
