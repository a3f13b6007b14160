extension RandomAccessCollection {
  /// The first place whose element does not come before what is looked for; the end when all of them do.
  ///
  /// The elements are sorted, so half of them are left out at each step. Complexity: O(log n).
  @inline(__always)
  func firstIndex(notBefore comesBefore: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if comesBefore(self[middle]) { low = index(after: middle) } else { high = middle }
    }
    return low
  }
}
