/// A list whose elements can end, and that removes the ended ones before they outnumber the others.
///
/// What is removed is returned, so that the caller releases it when no access to the list is in progress: its own
/// code may use the list.
struct SweptList<Element> {
  private(set) var elements: [Element] = []

  /// How many elements there are when the ended ones are removed.
  private var limit = 16

  /// Adds an element, after removing those that have ended if there are many.
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
  /// - Parameter isUnwanted: is asked once for each element: what it answers may change meanwhile.
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
