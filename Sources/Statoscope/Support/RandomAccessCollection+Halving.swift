extension RandomAccessCollection {
  /// Returns the first index whose element does not precede the searched one, or the end index.
  ///
  /// The elements must be sorted. Complexity: O(log n).
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
