package shop

import scala.collection.immutable.TreeMap
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration.*

enum Answer:
  case Sold(left: Int)
  case SoldOut

trait Stock:
  def left: Int
  lazy val name: String = s"stock of $left"

case class Shelf(article: String, left: Int) extends Stock

given ExecutionContext = ExecutionContext.global

object Shop:
  def take(shelf: Shelf, pieces: Int): Answer =
    if shelf.left < pieces then Answer.SoldOut else Answer.Sold(shelf.left - pieces)

  @scala.annotation.tailrec
  def sum(numbers: List[Int], so: Long = 0): Long = numbers match
    case Nil => so
    case first :: rest => sum(rest, so + first)

  def main(arguments: Array[String]): Unit =
    val shelves = (1 to 100).map(n => Shelf(s"book-${n % 9}", n))
    val answers = Await.result(Future.sequence(shelves.map(s => Future(take(s, 50)))), 60.seconds)
    println(answers.count { case Answer.Sold(_) => true; case _ => false })
    println(TreeMap.from(shelves.groupMapReduce(_.article)(_.left)(_ + _)))
    println(sum((1 to 1000).toList))
    println((for a <- 1 to 20; b <- a to 20; c <- b to 20 if a * a + b * b == c * c yield (a, b, c)).mkString(" "))
    println(shelves.head.name)
    println(LazyList.from(2).filter(n => (2 until n).forall(n % _ != 0)).take(20).toList)
