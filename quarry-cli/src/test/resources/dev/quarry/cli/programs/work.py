import collections
import json
import re
import subprocess
import sys
import threading
import zlib

records = [{"id": i, "name": f"record {i}", "tags": [str(i % k) for k in (2, 3, 5)],
            "nested": {"x": i / 7, "y": [i] * (i % 9)}} for i in range(20_000)]
text = json.dumps(records)
assert json.loads(text) == records
print(len(text), zlib.crc32(text.encode()))

counts = collections.Counter(re.findall(r"\d+", text))
print(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:4])

results = {}


def build(number):
    table = {}
    for i in range(40_000):
        table[f"{number}:{i}"] = bytes(i % 700)
        if i % 3 == 0:
            del table[f"{number}:{i // 3}"]
    results[number] = (len(table), sum(map(len, table.values())))


threads = [threading.Thread(target=build, args=(n,)) for n in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(results.items()))

code = "import sys; data = sys.stdin.buffer.read(); print(len(data), sum(data) % 65521)"
for size in (0, 1, 100_000, 3_000_000):
    done = subprocess.run([sys.executable, "-c", code], input=bytes(i % 251 for i in range(size)),
                          capture_output=True, check=True)
    print(size, done.stdout.decode().strip())

buffer = bytearray()
for i in range(2_000):
    buffer += bytes([i % 256]) * 4096
print(len(buffer), zlib.adler32(buffer))
try:
    bytearray(1 << 62)
except MemoryError:
    print("MemoryError, as it should be")
sys.exit(4)
