package shop

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull

/** Suspend functions of many shapes: their returns leave more on the operand stack than their result. */
class Stock(private val pieces: MutableMap<String, Int>) {
    private val mutex = Mutex()

    suspend fun take(article: String, count: Int): Int? = mutex.withLock {
        val left = pieces[article] ?: return null
        if (left < count) return null
        delay(1)
        pieces[article] = left - count
        left - count
    }

    suspend fun priceOf(article: String): Long = coroutineScope {
        val base = async { delay(1); article.length.toLong() }
        val tax = async(Dispatchers.Default) { base.await() / 2 }
        base.await() + tax.await()
    }
}

suspend fun <T> retry(times: Int, work: suspend (Int) -> T): T {
    for (attempt in 1 until times) {
        try {
            return work(attempt)
        } catch (e: IllegalStateException) {
            delay(1)
        }
    }
    return work(times)
}

@JvmInline
value class Article(val name: String)

suspend fun CoroutineScope.order(stock: Stock, article: Article, count: Int): String {
    val left = stock.take(article.name, count)
    return if (left == null) "${article.name}: sold out" else "${article.name}: $left left for ${stock.priceOf(article.name)}"
}

fun main() = runBlocking {
    val stock = Stock(mutableMapOf("book" to 60, "pen" to 100))
    val answers = (1..100).map { n ->
        async(Dispatchers.Default) { order(stock, Article(if (n % 2 == 0) "book" else "pen"), 2) }
    }.awaitAll()
    println(answers.groupingBy { it.substringAfter(": ").substringBefore(" ") }.eachCount().filterKeys { it == "sold" })
    println(retry(3) { if (it < 3) throw IllegalStateException("not yet") else "third time" })
    val channel = Channel<Int>(4)
    launch { for (i in 1..50) channel.send(i * i); channel.close() }
    var sum = 0
    for (value in channel) sum += value
    println("sum $sum")
    println(flow { for (i in 1..5) { delay(1); emit(i) } }.map { it * 2 }.toList())
    println(withTimeoutOrNull(20) { delay(10_000); "late" })
    println(withContext(Dispatchers.IO) { generateSequence(1) { it * 2 }.take(10).joinToString() })
    println(sequence { yield(1); yieldAll(listOf(2, 3)) }.toList())
}
