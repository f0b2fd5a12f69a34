# Objects that come and go: trees, strings cut and joined, dictionaries that grow.
import sys


class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right


def tree(depth):
    return Node(None, None) if depth == 0 else Node(tree(depth - 1), tree(depth - 1))


def count(node):
    return 1 if node.left is None else 1 + count(node.left) + count(node.right)


def words(n):
    text = " ".join("word%d" % (i * 7919 % 10007) for i in range(n))
    seen = {}
    for word in text.split(" "):
        seen.setdefault(word, []).append(len(seen))
    return sum(len(places) for places in seen.values())


total = 0
for i in range(int(sys.argv[1])):
    total += count(tree(13)) + words(20000)
print(total)
