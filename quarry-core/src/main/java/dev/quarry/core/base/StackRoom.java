package dev.quarry.core.base;

/**
 * A frame of 8 KiB. Before a method begins, HotSpot makes sure that the stack has room for the
 * method's interpreted frame; compiled code does so too, as it may be taken back into the
 * interpreter, and has one more page touched for each page of that frame. So one call of a method
 * with a thousand slots for local variables throws a StackOverflowError unless that much is left,
 * interpreted or compiled by C1 or C2, and compiled it costs a nanosecond; recursion to that depth
 * costs hundreds.
 *
 * <p>The variables are never written: they have no code, only slots. The exception is never thrown
 * but has to be possible: compiled code counts the frames of those places only where it could be
 * left. Source: HotSpot's {@code AbstractAssembler::generate_stack_overflow_check},
 * {@code PhaseOutput::bang_size_in_bytes} and {@code Compilation::bang_size_in_bytes}.
 */
@InC
final class StackRoom {
    /** Always 0, which compilers cannot know. */
    private static int never;

    private StackRoom() {}

    /** Throws a StackOverflowError unless 8 KiB of stack are left below the caller. */
    @SuppressWarnings("UnusedVariable") // They take room, and no more.
    static void demand() {
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, aA, aB, aC, aD, aE, aF, aG, aH, aI, aJ, b0,
                b1, b2, b3, b4, b5, b6, b7, b8, b9, bA, bB, bC, bD, bE, bF, bG, bH, bI, bJ, c0, c1,
                c2, c3, c4, c5, c6, c7, c8, c9, cA, cB, cC, cD, cE, cF, cG, cH, cI, cJ, d0, d1, d2,
                d3, d4, d5, d6, d7, d8, d9, dA, dB, dC, dD, dE, dF, dG, dH, dI, dJ, e0, e1, e2, e3,
                e4, e5, e6, e7, e8, e9, eA, eB, eC, eD, eE, eF, eG, eH, eI, eJ, f0, f1, f2, f3, f4,
                f5, f6, f7, f8, f9, fA, fB, fC, fD, fE, fF, fG, fH, fI, fJ, g0, g1, g2, g3, g4, g5,
                g6, g7, g8, g9, gA, gB, gC, gD, gE, gF, gG, gH, gI, gJ, h0, h1, h2, h3, h4, h5, h6,
                h7, h8, h9, hA, hB, hC, hD, hE, hF, hG, hH, hI, hJ, i0, i1, i2, i3, i4, i5, i6, i7,
                i8, i9, iA, iB, iC, iD, iE, iF, iG, iH, iI, iJ, j0, j1, j2, j3, j4, j5, j6, j7, j8,
                j9, jA, jB, jC, jD, jE, jF, jG, jH, jI, jJ, k0, k1, k2, k3, k4, k5, k6, k7, k8, k9,
                kA, kB, kC, kD, kE, kF, kG, kH, kI, kJ, l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, lA,
                lB, lC, lD, lE, lF, lG, lH, lI, lJ, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, mA, mB,
                mC, mD, mE, mF, mG, mH, mI, mJ, n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, nA, nB, nC,
                nD, nE, nF, nG, nH, nI, nJ, o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, oA, oB, oC, oD,
                oE, oF, oG, oH, oI, oJ, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pA, pB, pC, pD, pE,
                pF, pG, pH, pI, pJ, q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, qA, qB, qC, qD, qE, qF,
                qG, qH, qI, qJ, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, rA, rB, rC, rD, rE, rF, rG,
                rH, rI, rJ, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sA, sB, sC, sD, sE, sF, sG, sH,
                sI, sJ, t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, tA, tB, tC, tD, tE, tF, tG, tH, tI,
                tJ, u0, u1, u2, u3, u4, u5, u6, u7, u8, u9, uA, uB, uC, uD, uE, uF, uG, uH, uI, uJ,
                v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, vA, vB, vC, vD, vE, vF, vG, vH, vI, vJ, w0,
                w1, w2, w3, w4, w5, w6, w7, w8, w9, wA, wB, wC, wD, wE, wF, wG, wH, wI, wJ, x0, x1,
                x2, x3, x4, x5, x6, x7, x8, x9, xA, xB, xC, xD, xE, xF, xG, xH, xI, xJ, y0, y1, y2,
                y3, y4, y5, y6, y7, y8, y9, yA, yB, yC, yD, yE, yF, yG, yH, yI, yJ, z0, z1, z2, z3,
                z4, z5, z6, z7, z8, z9, zA, zB;
        if (never != 0) {
            leave();
        }
    }

    private static void leave() {
        throw new IllegalStateException();
    }
}
