/// A value in a tree of nodes: what texts, differences and checks visit.
///
/// It is read once, retains no object of the app, and is equal to another one exactly if both store the same.
package struct ValueNode {
  /// The kind of a value, by the names of its parts.
  enum Kind {
    /// A value that is compared as a whole, whatever parts it has.
    case whole
    /// An optional without a value.
    case absent
    /// A value with stored properties.
    case fields
    case list
    case dictionary
    /// An enum case that carries a scope: changes below it have paths of their own.
    case enumCase
  }

  /// A part of a value: a property, an element, or an entry.
  struct Part {
    /// The name of a property, or the text of a key.
    let label: String?
    let node: ValueNode
  }

  let tree: ValueTree
  /// The index of the node, behind a reference to a section.
  let index: Int
  /// Indicates whether it is the value that was read.
  private let isRoot: Bool
  /// Indicates whether the place of the value was declared with another type.
  private(set) var isErased: Bool
  /// The section that the node begins, if there is one.
  let section: Int32?

  /// Reads a value and all scopes below it.
  ///
  /// Complexity: O(size of the value).
  package init(
    _ value: Any,
    objects: ValueReader.Objects = .withState,
    types: ReflectedTypes = ReflectedTypes()
  ) {
    self.init(ValueReader.tree(of: value, types, objects: objects))
  }

  init(_ tree: ValueTree, _ start: Int = 0) {
    self.tree = tree
    isRoot = start == 0
    isErased = tree.nodes[start].isErased
    var (target, section): (Int, Int32?) = (start, nil)
    while case .section(let number) = tree.nodes[target].content {
      section = number
      target = Int(tree.sections[Int(number)])
    }
    (index, self.section) = (target, section)
  }

  /// What was learned about the types in it.
  package var types: ReflectedTypes { tree.types }
  var node: ValueTree.Node { tree.nodes[index] }
  var content: ValueTree.Content { node.content }
  var type: ReflectedTypeDetails { tree.types[node.type] }

  /// The value of a leaf in more nodes: a list, or a value of one byte, is taken apart now; nil for other values.
  var expanded: ValueNode? {
    var expanded: ValueNode
    switch content {
    case .leaf(let leaf):
      guard type.containerStyle != nil else { return nil }
      var reader = ValueReader(tree.types)
      reader.read(partsOfLeaf: leaf.value)
      expanded = ValueNode(reader.tree)
    case .byte(let byte):
      expanded = ValueNode(ValueTree(types: tree.types, nodes: type.bytes[Int(byte)], sections: []))
    default: return nil
    }
    expanded.isErased = isErased
    return expanded
  }

  // MARK: Parts

  /// The parts, without those that are no state.
  var parts: [Part] {
    switch content {
    case .leaf, .byte: return expanded?.parts ?? []
    case .list, .set, .present: return nodes.map { Part(label: nil, node: $0) }
    case .dictionary:
      let nodes = nodes
      return stride(from: 0, to: nodes.count, by: 2).map {
        Part(label: NodeText.text(ofKey: nodes[$0]), node: nodes[$0 + 1])
      }
    case .enumCase:
      // A case with several values carries a tuple, and so does a case whose only value has a label.
      guard let payload = nodes.first else { return [] }
      if case .tuple = payload.content, payload.node.size > 1 { return payload.parts }
      return [Part(label: nil, node: payload)]
    case .fields(let labels), .object(let labels), .tuple(let labels):
      return nodes.enumerated().compactMap { index, node in
        if case .nothing = node.content { return nil }
        return Part(label: labels[index], node: node)
      }
    default: return []
    }
  }

  /// The nodes directly below, those of a redacted value as well.
  var nodes: [ValueNode] {
    var nodes: [ValueNode] = []
    var next = index + 1
    let end = index + Int(node.size)
    while next < end {
      nodes.append(ValueNode(tree, next))
      next += Int(tree.nodes[next].size)
    }
    return nodes
  }

  /// The kind of the value.
  var kind: Kind {
    switch content {
    case .absent: .absent
    case .list: .list
    case .dictionary: .dictionary
    case .fields, .object: .fields
    case .tuple: node.size > 1 ? .fields : .whole
    case .enumCase:
      parts.contains { $0.node.type.isLibraryObject || $0.node.kind == .enumCase } ? .enumCase : .whole
    case .leaf:
      type.containerStyle == .array ? .list : type.containerStyle == .dictionary ? .dictionary : .whole
    default: .whole
    }
  }

  /// The name of the case.
  var caseName: String { if case .enumCase(let name) = content { name } else { "" } }

  /// Indicates whether texts withhold the value.
  package var isRedacted: Bool { if case .redacted = content { true } else { false } }

  /// Indicates whether it is an optional without a value.
  package var isAbsent: Bool { kind == .absent }

  /// Indicates whether it is a dictionary.
  package var isDictionary: Bool { kind == .dictionary }

  /// Indicates whether it is a list.
  package var isList: Bool { kind == .list }

  /// The names of the stored properties; nil for a value without any.
  package var fieldNames: [String]? { kind == .fields ? segments.compactMap(\.property) : nil }

  /// The parts of the value.
  package var elements: [ValueNode] { parts.map(\.node) }

  /// The properties and types of which reflection does not show all, such as `Counter.onTap`.
  package var unseen: [String] { tree.unseen }

  /// Indicates whether the value refers to objects, or may do so in parts that reflection does not show.
  package var mayReferToObjects: Bool { !tree.sections.isEmpty || !tree.unseen.isEmpty }

  // MARK: Scopes

  /// The scope that this is, in a tree with identities.
  package var scope: ScopeIdentity? { section.flatMap { tree.scopes[$0] } }

  /// The scope that this is, or that it carries as a case.
  var memberScope: ScopeIdentity? {
    if let scope { return scope }
    guard case .enumCase = content else { return nil }
    return parts.lazy.compactMap(\.node.memberScope).first
  }

  /// Indicates whether it is a scope, or a case that carries one, in a tree with identities.
  package var isMember: Bool { memberScope != nil }

  /// Indicates whether it is a case that carries a scope.
  package var isCaseOfScope: Bool { kind == .enumCase }

  /// Indicates whether a list or a dictionary holds scopes.
  package var holdsScopes: Bool { !tree.scopes.isEmpty && parts.contains { $0.node.memberScope != nil } }

  /// The scopes in the value, in a tree with identities.
  package var scopes: [ScopeIdentity] {
    var found: [ScopeIdentity] = []
    visitSections { found += [tree.scopes[$0]].compactMap { $0 } }
    return found
  }

  /// Indicates whether a scope is in the value, in a tree with identities.
  package var containsScope: Bool { !scopes.isEmpty }

  /// Visits each section that the value is or refers to, once.
  private func visitSections(_ visit: (Int32) -> Void) {
    var seen: Set<Int32> = section.map { [$0] } ?? []
    var ranges = [index..<(index + Int(node.size))]
    if let section { visit(section) }
    while let range = ranges.popLast() {
      for node in tree.nodes[range] {
        guard case .section(let number) = node.content, seen.insert(number).inserted else { continue }
        visit(number)
        let start = Int(tree.sections[Int(number)])
        ranges.append(start..<(start + Int(tree.nodes[start].size)))
      }
    }
  }

  /// Returns the same value with the identities of these scopes only: the others are compared by their state.
  package func keepingIdentities(of scopes: Set<ObjectIdentifier>) -> ValueNode {
    let alone = isRoot ? tree : tree.isolated(self)
    let kept = alone.scopes.filter { $0.value.id.map { scopes.contains($0) } ?? false }
    return ValueNode(ValueTree(types: tree.types, nodes: alone.nodes, sections: alone.sections, scopes: kept))
  }

  /// Returns the index in this list of each element of another one; nil for an element that came.
  package func indexes(of other: ValueNode) -> [Int?] {
    let known = parts.map(\.node.memberScope)
    return other.parts.map { part in
      part.node.memberScope.flatMap { scope in known.firstIndex { $0 == scope } }
    }
  }
}

// MARK: Comparison

extension ValueNode: Equatable {
  /// Checks whether two values store the same, and which scopes where identities were read.
  ///
  /// Complexity: O(size of the values).
  package static func == (one: ValueNode, other: ValueNode) -> Bool {
    one.trees(with: other) { $0 == $1 }
  }

  /// Checks whether two values store the same, whichever scopes they hold.
  ///
  /// Complexity: O(size of the values).
  package func storesSame(as other: ValueNode) -> Bool {
    trees(with: other) { $0.storesSame(as: $1) }
  }

  private func trees(with other: ValueNode, _ compare: (ValueTree, ValueTree) -> Bool) -> Bool {
    if isRoot, other.isRoot { return compare(tree, other.tree) }
    return compare(tree.isolated(self), other.tree.isolated(other))
  }

  /// Checks whether two values store the same and refer to nothing: both are in one piece.
  func isSamePiece(as other: ValueNode) -> Bool {
    guard node.size == other.node.size else { return false }
    let hasSameTypes = tree.types === other.tree.types
    return (0..<Int(node.size)).allSatisfy { offset in
      let (left, right) = (tree.nodes[index + offset], other.tree.nodes[other.index + offset])
      if case .section = left.content { return false }
      return left.isSame(as: right, hasSameTypes, tree, other.tree)
    }
  }
}

extension ValueTree {
  /// Returns a tree of one of the values in it, as if it had been read alone.
  fileprivate func isolated(_ value: ValueNode) -> ValueTree {
    var (alone, starts): ([Node], [Int32]) = ([], [])
    var numbers: [Int32: Int32] = [:]
    var queue: [Int32] = []
    func number(of section: Int32) -> Int32 {
      if let known = numbers[section] { return known }
      numbers[section] = Int32(queue.count)
      queue.append(section)
      return Int32(queue.count - 1)
    }
    func copy(_ start: Int) {
      for var node in nodes[start..<(start + Int(nodes[start].size))] {
        if case .section(let section) = node.content { node.content = .section(number(of: section)) }
        alone.append(node)
      }
    }
    if let section = value.section {
      alone.append(Node(content: .section(number(of: section)), type: value.node.type))
    } else {
      copy(value.index)
    }
    while starts.count < queue.count {
      starts.append(Int32(alone.count))
      copy(Int(sections[Int(queue[starts.count - 1])]))
    }
    let scopes = scopes.compactMap { section, scope in numbers[section].map { ($0, scope) } }
    return ValueTree(
      types: types,
      nodes: alone,
      sections: starts,
      scopes: Dictionary(uniqueKeysWithValues: scopes)
    )
  }
}

/// The scope of a node, which does not retain it.
///
/// The reference is weak, so that the address of a released scope is not taken for that scope when another one has it.
package struct ScopeIdentity: Equatable {
  private(set) weak var scope: ScopeNode?

  init(_ scope: ScopeNode) {
    self.scope = scope
  }

  /// The identity while the scope exists.
  package var id: ObjectIdentifier? { scope.map { ObjectIdentifier($0) } }

  /// Checks whether both are the same scope, which still exists.
  package static func == (left: ScopeIdentity, right: ScopeIdentity) -> Bool {
    left.scope != nil && left.scope === right.scope
  }
}
