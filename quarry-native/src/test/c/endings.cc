// Thirty-two threads at once, each with destructors of three kinds that allocate and free at its
// end: pthread keys (which set themselves again, as long as the library allows), C++ thread_local
// objects, and those of what another thread left. At the program's own end atexit handlers and
// static destructors do the same. The name of the last that ran is "ok".
#include <pthread.h>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>
#include "check.h"
#include "quarry.h"

static const int THREADS = 32;
static const int ROUNDS = 20;

static pthread_key_t keys[40]; // Beyond 32 libc itself allocates to set one.
static int ended[THREADS * ROUNDS];

static void use_some(size_t seed) {
    std::vector<std::string> words;
    for (size_t i = 0; i < 20; i++) {
        words.push_back(std::string(i * seed % 3000 + 1, 'x'));
    }
    CHECK(words[19].size() == 19 * seed % 3000 + 1 && words[19].back() == 'x');
}

// Comes again as often as POSIX asks of the library at least.
static void at_key(void* value) {
    size_t* count = static_cast<size_t*>(value);
    use_some(*count + 1);
    if (++*count % 4 != 0) {
        CHECK_ZERO(pthread_setspecific(keys[*count % 40], value));
    } else {
        free(count);
    }
}

struct Local {
    std::string text;
    std::vector<char>* large;
    int number = -1;
    ~Local() {
        use_some(7);
        CHECK(large->size() == 300000 && large->back() == 'y' && text.size() == 100);
        delete large;
        large = nullptr;
        use_some(9);
        ended[number] = 1;
    }
};

static thread_local Local local;

static void work(int number) {
    local.number = number;
    local.text.assign(100, 'z');
    local.large = new std::vector<char>(300000, 'y');
    for (int i = 0; i < 40; i++) {
        size_t* count = static_cast<size_t*>(calloc(1, sizeof(size_t)));
        CHECK_ZERO(pthread_setspecific(keys[i], count));
    }
    for (size_t i = 0; i < 50; i++) {
        use_some(i + static_cast<size_t>(number));
    }
}

static void at_exit() {
    use_some(3);
    std::string* word = new std::string(1000, 'w');
    delete word;
}

struct Last {
    std::vector<std::string> words{"o", "k"};
    ~Last() {
        use_some(5);
        puts((words[0] + words[1]).c_str());
    }
};

static Last last;

int main() {
    CHECK_ZERO(atexit(at_exit));
    for (pthread_key_t& key : keys) {
        CHECK_ZERO(pthread_key_create(&key, at_key));
    }
    for (int round = 0; round < ROUNDS; round++) {
        std::vector<std::thread> threads;
        for (int i = 0; i < THREADS; i++) {
            threads.emplace_back(work, round * THREADS + i);
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
    for (int done : ended) {
        CHECK(done == 1);
    }
    CHECK_ZERO(atexit(at_exit));
    CHECK_ZERO(quarry_verify());
    CHECK_ZERO(static_cast<long>(quarry_fault_count(0)));
    return 0;
}
