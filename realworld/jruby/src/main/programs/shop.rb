require 'json'
require 'set'

class SoldOut < StandardError; end

class Shelf
  attr_reader :article, :left

  def initialize(article, left)
    @article, @left = article, left
  end

  def take(pieces)
    raise SoldOut, "#{article} is sold out" if @left < pieces
    @left -= pieces
  end
end

class Report
  def method_missing(name, *arguments)
    name.to_s.start_with?('print_') ? "#{name.to_s.sub('print_', '')}: #{arguments.join(', ')}" : super
  end

  def respond_to_missing?(name, all = false)
    name.to_s.start_with?('print_') || super
  end
end

shelves = (0...200).map { |n| Shelf.new("book-#{n % 7}", n) }
sold = shelves.count do |shelf|
  begin
    shelf.take(100)
  rescue SoldOut
    false
  end
end
puts sold

left = shelves.group_by(&:article).transform_values { |each| each.sum(&:left) }
puts JSON.generate(left.sort.to_h)
puts (2...200).select { |n| (2..Integer.sqrt(n)).all? { |k| n % k > 0 } }.inspect
puts Report.new.print_total(left.values.sum, left.size)
puts Set.new(left.keys).superset?(Set['book-1', 'book-2'])
puts left.keys.join(' ').gsub(/(\w+)-(\d)/, '\2-\1')

# a method that is compiled as the program runs, and then called often enough to become a class
eval "def big(x)\n" + (0...300).map { |n| "  x = (x * 3) % #{n + 7} + #{n}\n" }.join + "  x\nend"
puts (1..2000).sum { |n| big(n) }

words = Enumerator.new { |each| 3.times { |n| each << "word #{n}" } }
puts words.next, words.next
puts [3, 1, 2].sort_by { |n| -n }.inspect
names = java.util.ArrayList.new(%w[c a b])
java.util.Collections.sort(names)
puts names.to_a.inspect
puts (1..4).map { |n| Thread.new { n * n } }.map(&:value).sum
begin
  Object.new.no_such_method
rescue NoMethodError => failure
  puts failure.class
end
