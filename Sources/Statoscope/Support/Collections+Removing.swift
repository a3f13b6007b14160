extension Array {
  /// Returns the array without the first element that satisfies a predicate.
  func removingFirst(where isUnwanted: (Element) -> Bool) -> [Element] {
    var rest = self
    if let index = rest.firstIndex(where: isUnwanted) { rest.remove(at: index) }
    return rest
  }
}

extension Dictionary {
  /// Returns the dictionary without the first value that satisfies a predicate.
  func removingFirst(where isUnwanted: (Value) -> Bool) -> [Key: Value] {
    var rest = self
    // By index: a filtered copy would hash all other keys again.
    if let index = rest.firstIndex(where: { isUnwanted($0.value) }) { rest.remove(at: index) }
    return rest
  }
}
