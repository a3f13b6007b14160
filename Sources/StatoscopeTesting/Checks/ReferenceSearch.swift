import Statoscope

/// A search through the stored properties of one scope for references to other scopes, and for values that
/// may hide such references.
///
/// Reflection shows properties, including those inside structs, optionals and collections. It does not show
/// whether a property is weak, nor the captures of a closure or a task; those are suspects.
struct ReferenceSearch {
  /// A property that leads to a scope.
  struct Found {
    let target: ScopeNode
    let text: String
  }

  let scope: ScopeNode
  private(set) var found: [Found] = []
  private(set) var suspects: [String] = []

  /// Searches a scope except its children: a parent's reference to its child is no leak.
  init(in scope: ScopeNode, for targets: Set<ObjectIdentifier>) {
    self.scope = scope
    let scopeName = typeName(type(of: scope))
    if scope.hasHooks { suspects.append("a middleware or a subscriber of \(scopeName)") }
    let children = Set(ScopeTree(scope).children.map(ObjectIdentifier.init))
    for part in ReflectedValue(scope).fields {
      search(part.value, at: "\(scopeName).\(part.label ?? "")", for: targets.subtracting(children), level: 0)
    }
  }

  private mutating func search(_ value: Any, at place: String, for targets: Set<ObjectIdentifier>, level: Int)
  {
    let reflected = ReflectedValue(value)
    let type = reflected.typeName
    if type.contains("->") {
      suspects.append("\(place), a closure")
    } else if type.hasPrefix("Task<") {
      suspects.append("\(place), a task")
    } else if let target = reflected.value as? ScopeNode {
      guard targets.contains(ObjectIdentifier(target)) else { return }
      found.append(Found(target: target, text: "\(place), unless it is weak"))
    } else {
      searchParts(of: reflected, at: place, for: targets, level: level)
    }
  }

  private mutating func searchParts(
    of value: ReflectedValue,
    at place: String,
    for targets: Set<ObjectIdentifier>,
    level: Int
  ) {
    // Deep enough for a delegate's list of boxes; objects may refer back to themselves.
    guard level < 6 else { return }
    let isNamed = value.kind == .structure || value.kind == .object
    for (index, part) in value.parts.enumerated() {
      let name = isNamed ? part.label.map { ".\($0)" } ?? "" : value.kind == .list ? "[\(index)]" : ""
      search(part.value, at: place + name, for: targets, level: level + 1)
    }
  }
}
