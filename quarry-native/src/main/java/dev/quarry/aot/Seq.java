package dev.quarry.aot;

import org.teavm.interop.Import;
import org.teavm.interop.StaticInit;
import org.teavm.interop.Structure;
import org.teavm.interop.Unmanaged;

/**
 * Empty calls that read a value. A second reader keeps TeaVM from folding the value's origin into
 * a larger C expression, whose order of evaluation C leaves open. The C compiler drops them.
 */
@StaticInit
final class Seq extends Structure {
    private Seq() {}

    @Unmanaged
    @Import(name = "seq_i")
    static native void i(int value);

    @Unmanaged
    @Import(name = "seq_l")
    static native void l(long value);

    @Unmanaged
    @Import(name = "seq_o")
    static native void o(Object value);
}
