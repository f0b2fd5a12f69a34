// Operators new and delete in all forms, the handler loop, and the exception at its end.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>
#include "quarry.h"

#define CHECK(condition)                                                             \
    do {                                                                             \
        if (!(condition)) {                                                          \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
            std::exit(1);                                                            \
        }                                                                            \
    } while (0)

static volatile std::size_t huge = PTRDIFF_MAX;
static int handler_calls;

static bool ours(void* block) { return quarry_owns(block) != 0; }

static bool aligned(void* block, std::size_t alignment) {
    return (reinterpret_cast<std::uintptr_t>(block) & (alignment - 1)) == 0;
}

static void plain_forms() {
    void* a = ::operator new(10);
    void* b = ::operator new[](10);
    void* c = ::operator new(10, std::nothrow);
    void* d = ::operator new[](10, std::nothrow);
    CHECK(ours(a) && ours(b) && ours(c) && ours(d));
    ::operator delete(a);
    ::operator delete[](b);
    ::operator delete(c, std::nothrow);
    ::operator delete[](d, std::nothrow);
    ::operator delete(::operator new(10), std::size_t{10});
    ::operator delete[](::operator new[](10), std::size_t{10});
    ::operator delete(nullptr);
}

static void aligned_forms() {
    for (std::size_t n = 32; n <= 1u << 16; n *= 2) {
        std::align_val_t alignment{n};
        void* a = ::operator new(10, alignment);
        void* b = ::operator new[](10, alignment);
        void* c = ::operator new(10, alignment, std::nothrow);
        void* d = ::operator new[](10, alignment, std::nothrow);
        CHECK(ours(a) && ours(b) && ours(c) && ours(d));
        CHECK(aligned(a, n) && aligned(b, n) && aligned(c, n) && aligned(d, n));
        ::operator delete(a, alignment);
        ::operator delete[](b, std::size_t{10}, alignment);
        ::operator delete(c, alignment, std::nothrow);
        ::operator delete[](d, alignment, std::nothrow);
        ::operator delete(::operator new(10, alignment), std::size_t{10}, alignment);
        ::operator delete[](::operator new[](10, alignment), alignment);
    }
}

template <typename Allocate> static bool throws(Allocate allocate) {
    try {
        return allocate() != nullptr && false;
    } catch (const std::bad_alloc&) {
        return true;
    }
}

static void handler() {
    if (++handler_calls == 3) {
        std::set_new_handler(nullptr);
    }
}

static void throwing_handler() { throw std::bad_alloc(); }

static void exhaustion() {
    CHECK(throws([] { return ::operator new(huge); }));
    CHECK(throws([] { return ::operator new[](huge, std::align_val_t{64}); }));
    CHECK(::operator new(huge, std::nothrow) == nullptr);
    CHECK(::operator new[](huge, std::align_val_t{64}, std::nothrow) == nullptr);
    std::set_new_handler(handler);
    CHECK(throws([] { return ::operator new(huge); }));
    CHECK(handler_calls == 3);
    std::set_new_handler(throwing_handler);
    CHECK(throws([] { return ::operator new(huge); }));
    std::set_new_handler(nullptr);
}

struct Late {
    std::vector<std::string> words;
    ~Late() { words.assign(100, std::string(50, 'x')); }
};

static Late at_exit;

int main() {
    plain_forms();
    aligned_forms();
    exhaustion();
    at_exit.words.assign(1000, "a word that is too long for the string itself");
    CHECK(quarry_fault_count(0) == 0);
    std::puts("ok");
    return 0;
}
