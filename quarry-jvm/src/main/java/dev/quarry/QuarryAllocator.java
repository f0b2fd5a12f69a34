package dev.quarry;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;

/**
 * Allocates native segments. Those of {@code allocate} are zeroed; those of {@code allocateFrom}
 * are written once, with what they are made from; those of {@code allocateUninitialized} hold
 * whatever was there before.
 *
 * <p>Two segments never overlap, and a segment of 0 bytes has an address of its own. A negative
 * size, or an alignment that is no power of two, is an {@link IllegalArgumentException}; a request
 * that cannot be met is an {@link OutOfNativeMemoryError}.
 */
public interface QuarryAllocator extends SegmentAllocator {
    /**
     * Allocates a segment whose content is undefined.
     *
     * @param byteSize its size, not negative
     * @param byteAlignment a power of two
     */
    MemorySegment allocateUninitialized(long byteSize, long byteAlignment);

    /** Allocates a segment for a layout, its content undefined. */
    default MemorySegment allocateUninitialized(MemoryLayout layout) {
        return allocateUninitialized(layout.byteSize(), layout.byteAlignment());
    }

    /** Allocates a segment of zeros. */
    @Override
    default MemorySegment allocate(long byteSize, long byteAlignment) {
        return Zeros.fill(allocateUninitialized(byteSize, byteAlignment));
    }

    /**
     * This allocator with {@code allocate} leaving the content undefined: what JDK methods that
     * overwrite everything anyway are to be given.
     */
    default SegmentAllocator uninitialized() {
        return this::allocateUninitialized;
    }

    @Override
    default MemorySegment allocateFrom(String text) {
        return uninitialized().allocateFrom(text);
    }

    @Override
    default MemorySegment allocateFrom(String text, Charset charset) {
        return uninitialized().allocateFrom(text, charset);
    }

    @Override
    default MemorySegment allocateFrom(ValueLayout.OfByte layout, byte value) {
        return uninitialized().allocateFrom(layout, value);
    }

    @Override
    default MemorySegment allocateFrom(ValueLayout.OfChar layout, char value) {
        return uninitialized().allocateFrom(layout, value);
    }

    @Override
    default MemorySegment allocateFrom(ValueLayout.OfShort layout, short value) {
        return uninitialized().allocateFrom(layout, value);
    }

    @Override
    default MemorySegment allocateFrom(ValueLayout.OfInt layout, int value) {
        return uninitialized().allocateFrom(layout, value);
    }

    @Override
    default MemorySegment allocateFrom(ValueLayout.OfFloat layout, float value) {
        return uninitialized().allocateFrom(layout, value);
    }

    @Override
    default MemorySegment allocateFrom(ValueLayout.OfLong layout, long value) {
        return uninitialized().allocateFrom(layout, value);
    }

    @Override
    default MemorySegment allocateFrom(ValueLayout.OfDouble layout, double value) {
        return uninitialized().allocateFrom(layout, value);
    }

    @Override
    default MemorySegment allocateFrom(AddressLayout layout, MemorySegment value) {
        return uninitialized().allocateFrom(layout, value);
    }

    @Override
    default MemorySegment allocateFrom(
            ValueLayout elementLayout,
            MemorySegment source,
            ValueLayout sourceElementLayout,
            long sourceOffset,
            long elementCount) {
        return uninitialized().allocateFrom(
                elementLayout, source, sourceElementLayout, sourceOffset, elementCount);
    }
}
