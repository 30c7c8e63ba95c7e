import json
import re
from collections import defaultdict

class Shelf(object):
    def __init__(self, article, left):
        self.article, self.left = article, left
    def take(self, pieces):
        if self.left < pieces:
            raise ValueError("sold out")
        self.left -= pieces
        return self.left

def primes(n):
    for i in xrange(2, n):
        if all(i % k for k in xrange(2, int(i ** 0.5) + 1)):
            yield i

shelves = [Shelf("book-%d" % (n % 7), n) for n in range(200)]
sold = 0
for shelf in shelves:
    try:
        shelf.take(100)
        sold += 1
    except ValueError:
        pass
print(sold)
left = defaultdict(int)
for shelf in shelves:
    left[shelf.article] += shelf.left
print(json.dumps(left, sort_keys=True))
print(list(primes(100)))
print(re.sub(r"(\w+)-(\d)", r"\2-\1", " ".join(sorted(left))))
source = "def big(x):\n" + "".join("    x = x * 3 %% %d + %d\n" % (n + 7, n) for n in range(800)) + "    return x\n"
exec(source)
print(big(5))
from java.util import ArrayList
names = ArrayList(["c", "a", "b"]); names.sort(None); print(names)
