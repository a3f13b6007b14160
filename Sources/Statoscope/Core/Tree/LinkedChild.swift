/// A child of a scope, as a recorder stores it.
package struct LinkedChild {
  package let scope: ScopeNode
  /// The last segment of its key path as source; that of an element of a list of scopes lacks the index: `rows[]`.
  ///
  /// The index follows from its place, so that it need not be stored again for each element behind a change.
  package let segment: String
}

/// The elements of a list that a change has replaced.
package struct ChangedElements {
  package let start: Int
  package let removed: Int
  package let added: Int
}

extension ScopeNode {
  /// The number of its properties that hold children.
  package final var childPropertyCount: Int {
    linkSubscopes()
    return links.count
  }

  /// Returns the children in one of the properties; those of a dictionary are sorted by their keys, which runs code of the
  /// app.
  package final func children(in property: Int) -> [LinkedChild] {
    guard property < links.count, let link = links[property].link else { return [] }
    if let elements = link.elements(nil, of: 0) { return elements.map { LinkedChild($0, in: link) } }
    return link.positions.map {
      LinkedChild(scope: $0.child, segment: PathSegment(name: link.name, position: $0.position).source)
    }
  }

  /// Returns some elements of a list of scopes, without running code of the app; nil if the property is no list with so
  /// many elements.
  package final func children(in property: Int, _ range: Range<Int>, of count: Int) -> [LinkedChild]? {
    guard property < links.count, let link = links[property].link else { return nil }
    return link.elements(range, of: count)?.map { LinkedChild($0, in: link) }
  }
}

extension LinkedChild {
  fileprivate init(_ element: ScopeNode, in list: SubscopeLink) {
    self.init(scope: element, segment: list.name + "[]")
  }
}
