/// The difference between two lists of children: the range between their common beginning and their common
/// end.
@usableFromInline
struct ListChange {
  /// The range of the former list that differs.
  @usableFromInline let removed: Range<Int>
  /// The children that take its place.
  @usableFromInline let added: [ScopeNode]

  /// Complexity: O(n), with one comparison of two references for each element.
  @inlinable
  init<Child: ScopeNode>(from before: [ScopeNode], to after: [Child]) {
    let common = min(before.count, after.count)
    var start = 0
    while start < common, before[start] === after[start] { start += 1 }
    var end = 0
    while end < common - start, before[before.count - 1 - end] === after[after.count - 1 - end] { end += 1 }
    removed = start..<before.count - end
    added = after[start..<after.count - end].map { $0 }
  }
}
