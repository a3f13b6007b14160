extension ScopeNode {
  /// Finds the `@Subscope` properties of this scope and of all below it, and links what they hold.
  ///
  /// Swift names a property wrapper's owner only when it is read, so the properties a scope was made with are
  /// found by reflection, once a scope, no later than its first event, look-up or access. Complexity: O(1) when
  /// done before, else O(scopes below that were never linked).
  final func linkSubscopes() {
    guard !hasLinkedSubscopes else { return }
    var plain = PlainClasses()
    linkSubscopes(&plain)
  }

  /// The same for one of many scopes, with the classes that are known to have nothing to be found.
  final func linkSubscopes(_ plain: inout PlainClasses) {
    guard !hasLinkedSubscopes else { return }
    guard !plain.contains(type(of: self)) else {
      hasLinkedSubscopes = true
      return
    }
    var waiting = [self]
    while let node = waiting.popLast() {
      guard !node.hasLinkedSubscopes else { continue }
      node.hasLinkedSubscopes = true
      node.links = node.findLinks(&plain)
      if !node.links.isEmpty { node.addOwnSubscopeMiddleware() }
      for link in node.links {
        link.link(to: node)
        waiting.append(contentsOf: link.children)
      }
    }
  }

  /// The `@Subscope` properties of this scope's class and its superclasses, in the order of the source.
  final func findLinks(_ plain: inout PlainClasses) -> [SubscopeLink] {
    guard !plain.contains(type(of: self)) else { return [] }
    var found: [SubscopeLink] = []
    var isPlain = true
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror, current.subjectType != ScopeNode.self {
      let links = current.children.compactMap { label, value -> SubscopeLink? in
        if let property = value as? any LinkedProperty {
          isPlain = false
          property.link(to: self)
        }
        guard let property = value as? any SubscopeProperty else { return nil }
        isPlain = false
        let link = property.anyLink
        // A property wrapper's storage is named after the property, behind an underscore.
        if let label { link.name = String(label.drop { $0 == "_" }) }
        return link
      }
      found = links + found
      mirror = current.superclassMirror
    }
    if isPlain { plain.insert(type(of: self)) }
    return found
  }
}

/// Classes of scopes that have no property to be linked, as far as one walk through a tree has found out.
///
/// Reflection costs a microsecond a scope, and a million siblings are usually of one class.
struct PlainClasses {
  private var known: Set<ObjectIdentifier> = []
  private var latest: ObjectIdentifier?

  mutating func contains(_ type: ScopeNode.Type) -> Bool {
    let type = ObjectIdentifier(type)
    if latest == type { return true }
    guard known.contains(type) else { return false }
    latest = type
    return true
  }

  mutating func insert(_ type: ScopeNode.Type) {
    known.insert(ObjectIdentifier(type))
  }
}

/// A property wrapper that does something for its scope when that is linked.
protocol LinkedProperty {
  func link(to scope: ScopeNode)
}

/// A `@Subscope` of any value, as reflection finds it.
protocol SubscopeProperty {
  var anyLink: SubscopeLink { get }
  var anyValue: Any { get }
}

extension Subscope: SubscopeProperty {
  var anyLink: SubscopeLink { link }
  var anyValue: Any { link.value }
}
