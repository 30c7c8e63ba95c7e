import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import groovy.transform.Canonical
import groovy.transform.Memoized
import groovy.xml.MarkupBuilder

@Canonical
class Order { String article; int pieces; BigDecimal price }

trait Taxed { BigDecimal taxed() { price * 1.19 } }
class Special extends Order implements Taxed {}

class Words { static String shout(String self) { self.toUpperCase() + '!' } }

@Memoized
long fib(int n) { n < 2 ? n : fib(n - 1) + fib(n - 2) }

def orders = (1..200).collect { new Order("book-${it % 7}", it % 5 + 1, 9.99 * it) }
println orders.groupBy { it.article }.collectEntries { k, v -> [k, v.sum { it.pieces }] }.sort()
println new JsonSlurper().parseText(JsonOutput.toJson(orders[0..2])).collect { it.article }
println new Special(article: 'pen', pieces: 1, price: 100).taxed()
use(Words) { println 'groovy'.shout() }
println fib(60)
def out = new StringWriter()
new MarkupBuilder(out).orders { orders[0..1].each { o -> order(article: o.article, o.pieces) } }
println out.toString().replaceAll(/\s+/, ' ')
def counter = 0
String.metaClass.twice = { -> delegate * 2 }
(1..2000).each { counter += "$it".twice().length() }
println counter
println Eval.me('[1, 2, 3]*.multiply(2)')
try { missing() } catch (MissingMethodException e) { println "missing: ${e.method}" }
