/// A state as a tree of nodes: what is compared wherever a state may have changed.
///
/// The nodes of a value stand behind each other, each before its parts. An object has a section of its own, to which
/// all references lead, so that it is read once; and so has a value deep inside others, so that no reader needs a deep
/// stack. A tree retains no object of the app, and never changes.
package final class ValueTree {
  /// A value, or the beginning of one: its parts follow it.
  struct Node {
    var content: Content
    /// The number of the dynamic type.
    let type: Int32
    /// The number of nodes, this one and all parts.
    var size: Int32 = 1
    /// Indicates whether the place was declared with another type, such as a protocol.
    var isErased = false
  }

  /// What a node stores besides its parts.
  enum Content {
    case integer(Int)
    case bool(Bool)
    case double(UInt64)
    case text(String)
    case leaf(Leaf)
    /// A value of Foundation, by a text that determines it.
    case described(String)
    /// A value of one byte.
    case byte(UInt8)
    /// A type as a value, by its number.
    case metatype(Int32)
    /// An optional without a value.
    case absent
    /// An optional with a value, where that is not clear from the value.
    case present
    case list(firstIndex: Int)
    case set
    /// Its parts are keys and values in turns.
    case dictionary
    case fields(NodeLabels)
    case tuple(NodeLabels)
    case enumCase(String)
    case object(NodeLabels)
    /// An object or a deep value, by the number of its section.
    case section(Int32)
    case redacted
    /// A value that reflection does not show, with its text.
    case unseen(String)
    /// No state.
    case nothing
  }

  /// The knowledge about the types, whose numbers the nodes have.
  let types: ReflectedTypes
  /// The nodes of the value itself, then those of each section.
  let nodes: [Node]
  /// The first node of each section.
  let sections: [Int32]
  /// The properties and types of which reflection does not show all, such as `Counter.onTap`.
  let unseen: [String]
  /// The scopes that sections are of, where they were asked for.
  let scopes: [Int32: ScopeIdentity]
  /// What scopes do at present, by their sections, where it was asked for.
  let activities: [Int32: [String]]

  init(
    types: ReflectedTypes,
    nodes: [Node],
    sections: [Int32],
    unseen: [String] = [],
    scopes: [Int32: ScopeIdentity] = [:],
    activities: [Int32: [String]] = [:]
  ) {
    (self.types, self.nodes, self.sections) = (types, nodes, sections)
    (self.unseen, self.scopes, self.activities) = (unseen, scopes, activities)
  }
}

/// Shows nothing: a dump of what holds a tree would show what is redacted.
extension ValueTree: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// The labels of a value's parts, shared by all values of a type.
final class NodeLabels: Sendable {
  static let none = NodeLabels([])

  let labels: [String?]
  /// Indicates whether all values of a type have them.
  let isOfType: Bool

  init(_ labels: [String?], isOfType: Bool = false) {
    (self.labels, self.isOfType) = (labels, isOfType)
  }

  subscript(index: Int) -> String? { labels.indices.contains(index) ? labels[index] : nil }
}

// MARK: Comparison

extension ValueTree: Equatable {
  /// Checks whether two values store the same, and which scopes where identities were read.
  ///
  /// Complexity: O(size), or O(1) for the same list.
  package static func == (one: ValueTree, other: ValueTree) -> Bool {
    one === other || one.scopes == other.scopes && one.storesSame(as: other)
  }

  /// Checks whether two values store the same.
  func storesSame(as other: ValueTree) -> Bool {
    guard nodes.count == other.nodes.count, sections == other.sections else { return false }
    let hasSameTypes = types === other.types
    return nodes.indices.allSatisfy { nodes[$0].isSame(as: other.nodes[$0], hasSameTypes, self, other) }
  }
}

extension ValueTree.Node {
  /// Checks whether two nodes are the same, apart from their parts.
  func isSame(as other: Self, _ hasSameTypes: Bool, _ tree: ValueTree, _ otherTree: ValueTree) -> Bool {
    guard size == other.size else { return false }
    guard hasSameTypes ? type == other.type : tree.types[type].type == otherTree.types[other.type].type else {
      return false
    }
    return content.isSame(as: other.content, hasSameTypes, tree, otherTree)
  }
}

extension ValueTree.Content {
  /// Checks whether two nodes store the same, apart from their types and parts.
  func isSame(as other: Self, _ hasSameTypes: Bool, _ tree: ValueTree, _ otherTree: ValueTree) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.bool(let one), .bool(let other)): one == other
    case (.double(let one), .double(let other)): one == other
    case (.text(let one), .text(let other)): one.isSame(as: other)
    case (.leaf(let one), .leaf(let other)): one.isSame(as: other)
    case (.described(let one), .described(let other)): one.isSame(as: other)
    case (.byte(let one), .byte(let other)): one == other
    case (.metatype(let one), .metatype(let other)):
      hasSameTypes ? one == other : tree.types[one].type == otherTree.types[other].type
    case (.list(let one), .list(let other)): one == other
    case (.enumCase(let one), .enumCase(let other)): one == other
    case (.section(let one), .section(let other)): one == other
    case (.fields(let one), .fields(let other)), (.object(let one), .object(let other)),
      (.tuple(let one), .tuple(let other)):
      one === other || one.labels == other.labels
    case (.absent, .absent), (.present, .present), (.set, .set), (.dictionary, .dictionary),
      (.redacted, .redacted), (.unseen, .unseen), (.nothing, .nothing):
      true
    default: false
    }
  }
}
