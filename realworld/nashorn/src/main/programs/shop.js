var shelves = [];
for (var n = 0; n < 300; n++) shelves.push({ article: 'book-' + n % 7, left: n, take: function (p) { if (this.left < p) throw new Error('sold out'); return this.left -= p; } });
var sold = 0;
shelves.forEach(function (shelf) { try { shelf.take(100); sold++; } catch (e) { if (e.message !== 'sold out') throw e; } });
print(sold);
print(JSON.stringify(shelves.reduce(function (sums, s) { sums[s.article] = (sums[s.article] || 0) + s.left; return sums; }, {})));
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(22));
var big = 'var x = 1;'; for (var i = 0; i < 2000; i++) big += 'x = (x * 3 + ' + i + ') % 1000003;';
print(eval(big));
var Thread = Java.type('java.lang.Thread'), count = new java.util.concurrent.atomic.AtomicInteger();
var threads = []; for (var t = 0; t < 4; t++) { var thread = new Thread(function () { for (var k = 0; k < 100; k++) count.incrementAndGet(); }); thread.start(); threads.push(thread); }
threads.forEach(function (t) { t.join(); });
print(count.get());
