/// A list whose elements can end, and that removes ended ones before they outnumber the others.
///
/// Removed elements are returned, so that the caller releases them after its access to the list: their
/// `deinit` may use the list.
struct SweptList<Element> {
  private(set) var elements: [Element] = []

  /// The count at which ended elements are removed.
  private var limit = 16

  /// Appends an element, after removing the ended ones if there are many.
  ///
  /// Complexity: amortized O(1).
  /// - Returns: the removed elements.
  mutating func append(_ element: Element, sweeping hasEnded: (Element) -> Bool) -> [Element] {
    var removed: [Element] = []
    if elements.count >= limit {
      removed = removeAll(where: hasEnded)
      limit = max(16, 2 * elements.count)
    }
    elements.append(element)
    return removed
  }

  /// Removes elements.
  ///
  /// - Parameter isUnwanted: is called once for each element, because its answer may change in between.
  /// - Returns: the removed elements.
  mutating func removeAll(where isUnwanted: (Element) -> Bool) -> [Element] {
    var kept: [Element] = []
    var removed: [Element] = []
    for element in elements {
      if isUnwanted(element) { removed.append(element) } else { kept.append(element) }
    }
    elements = kept
    return removed
  }
}
