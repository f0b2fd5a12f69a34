# Python's own tests, those that are hard on memory and threads.
tests=(test_gc test_list test_dict test_zlib test_set test_bytes test_threading test_thread
    test_queue test_weakref test_array test_io test_memoryview test_json)
if ((SCALE == 1)); then
    tests=(test_gc test_list test_dict test_zlib test_thread test_array)
fi
for test in "${tests[@]}"; do
    exit=0
    /usr/bin/python3 -m test -q "$test" >"$test.out" 2>&1 || exit=$?
    echo "$test $exit $(grep -E '^(Result|Tests result|Total tests|test .* failed)' "$test.out" |
        tr '\n' ' ')"
done
