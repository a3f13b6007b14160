extension ScopeNode {
  /// Finds the `@Subscope` properties of this scope and of all scopes below it, and links their children.
  ///
  /// Swift names a property wrapper's owner only when the property is read, so the initial children are found
  /// by reflection, once per scope, no later than its first event, look-up or access. Complexity: O(1) when
  /// already done, else O(scopes below that have not been linked).
  @inline(__always)
  package final func linkSubscopes() {
    if !hasLinkedSubscopes { findSubscopes() }
  }

  /// The same for one of many scopes.
  ///
  /// - Parameter plainClass: a class with nothing to link or to send; an instance of it needs no look into the cache.
  /// - Returns: the class to pass for the next of the scopes.
  final func linkSubscopes(unlessOf plainClass: ObjectIdentifier?) -> ObjectIdentifier? {
    let identity = ObjectIdentifier(type(of: self))
    guard identity != plainClass else {
      hasLinkedSubscopes = true
      return plainClass
    }
    if hasLinkedSubscopes { recordIfNewChild() } else { findSubscopes() }
    return ScopeClass.known(type(of: self))?.isPlain == true ? identity : plainClass
  }

  @inline(never)
  private final func findSubscopes() {
    var waiting = [self]
    while let node = waiting.popLast() {
      guard !node.hasLinkedSubscopes else {
        node.recordIfNewChild()
        continue
      }
      node.hasLinkedSubscopes = true
      if node.findLinks() { node.recordAsNewChild() }
      guard !node.links.isEmpty else { continue }
      let first = waiting.count
      for link in node.subscopeLinks {
        link.link(to: node)
        link.appendChildren(to: &waiting)
      }
      // The first child is the next one.
      waiting[first...].reverse()
    }
  }

  /// The `@Subscope` properties of this scope, in the order of the source.
  final var subscopeLinks: [SubscopeLink] { links.compactMap(\.link) }

  /// Visits this scope and all linked scopes below it, parents first, without recursion.
  ///
  /// The order is the same in each run: the children of a dictionary are sorted by their keys, which runs code of the app.
  package final func forEachInSubtree(_ body: (ScopeNode) -> Void) {
    visitSubtree(childrenOf: \.sortedChildren, body)
  }

  /// Visits this scope and all linked scopes below it, parents first, without running code of the app.
  ///
  /// The children of a dictionary come in its own order, which differs in each run.
  final func forEachLinked(_ body: (ScopeNode) -> Void) {
    visitSubtree(childrenOf: \.children, body)
  }

  private final func visitSubtree(
    childrenOf children: (SubscopeLink) -> [ScopeNode],
    _ body: (ScopeNode) -> Void
  ) {
    guard !links.isEmpty else { return body(self) }
    var waiting = [self]
    while let node = waiting.popLast() {
      body(node)
      for link in node.subscopeLinks.reversed() { waiting.append(contentsOf: children(link).reversed()) }
    }
  }

  /// Finds the linked properties of this scope by reflection, and links them; installs its own middleware.
  ///
  /// - Returns: whether it is sent an event when it becomes a child.
  private final func findLinks() -> Bool {
    if let known = ScopeClass.known(type(of: self)) {
      guard !known.isPlain else { return false }
      link(linkedProperties(of: known))
      if known.isMiddleware { addOwnSubscopeMiddleware() }
      return known.hasLinkingEvent
    } else {
      let (learned, found) = learnLinkedProperties()
      // A custom mirror may show different properties for the next scope.
      if !(self is any CustomReflectable) { ScopeClass.learn(learned, of: type(of: self)) }
      link(found)
      if learned.isMiddleware { addOwnSubscopeMiddleware() }
      return learned.hasLinkingEvent
    }
  }

  /// A linked property, and how many classes above the scope's own declare it.
  private typealias Found = (property: any LinkedProperty, name: String, level: Int)

  /// Returns the properties of a known class, those of the class itself first, then those of its superclasses.
  private final func linkedProperties(of known: ScopeClass) -> [Found] {
    var found: [Found] = []
    var (current, level) = (Mirror?.none, 0)
    for property in known.properties where property.isLinked {
      var mirror = current ?? Mirror(reflecting: self)
      while level < property.level, let superclass = mirror.superclassMirror {
        (mirror, level) = (superclass, level + 1)
      }
      current = mirror
      let children = mirror.children
      let index = children.index(children.startIndex, offsetBy: property.offset)
      if let linked = property.type.property(in: children[index].value) {
        found.append((linked, property.name, level))
      }
    }
    return found
  }

  /// Returns the properties of an unknown class, for this scope and for the cache.
  private final func learnLinkedProperties() -> (ScopeClass, [Found]) {
    let isMiddleware = self is any SubscopeMiddleware
    let hasLinkingEvent = ScopeClass.hasLinkingEvent(type(of: self))
    var learned = ScopeClass(isMiddleware: isMiddleware, hasLinkingEvent: hasLinkingEvent)
    var (found, level) = ([Found](), 0)
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror, current.subjectType != ScopeNode.self {
      for (offset, child) in current.children.enumerated() {
        guard let property = child.value as? any LinkedProperty else { continue }
        let name = ReflectedValue.fieldName(child.label ?? "(unnamed)")
        learned.properties.append(
          ScopeClass.Property(
            level: level,
            offset: offset,
            name: name,
            type: type(of: property),
            superscope: type(of: property).superscope(declaredAs: DeclaredType.of(child.value))
          )
        )
        found.append((property, name, level))
      }
      (mirror, level) = (current.superclassMirror, level + 1)
    }
    return (learned, found)
  }

  /// Reports, once for each class, that reflection has not shown a property, whose children were not linked before its
  /// first use.
  final func reportIfHidden(_ link: SubscopeLink) {
    // Before the mirror, which may read the property.
    guard ScopeClass.isFirstLook(at: type(of: self)) else { return }
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror, current.subjectType != ScopeNode.self {
      // Such as one that was assigned with an underscore.
      for child in current.children
      where (child.value as? any LinkedProperty)?.subscopeLink === link { return }
      mirror = current.superclassMirror
    }
    StatoscopeLogger.log(.errors) {
      """
      reflection does not show the properties of \(typeName): a @Subscope links its children only when it is first used, \
      and an @Inject provides no value. Build the module with reflection metadata (in Xcode: \
      SWIFT_REFLECTION_METADATA_LEVEL = all, no -disable-reflection-metadata); a customMirror has to show them, too.
      """
    }
  }

  /// Lists the subscopes in the order of the source, superclasses first; then the others perform their actions, those of
  /// the class itself first, because the first value of a type that a scope provides is the one that counts.
  private final func link(_ found: [Found]) {
    for level in (0...(found.last?.level ?? 0)).reversed() {
      for (property, name, itsLevel) in found where itsLevel == level {
        property.subscopeLink?.list(at: self, named: name)
      }
    }
    for (property, _, _) in found { property.link(to: self) }
  }
}

/// A property wrapper that performs an action when its scope is linked.
protocol LinkedProperty: SendableMetatype {
  func link(to scope: ScopeNode)

  /// The children of a `@Subscope`; nil for other properties.
  var subscopeLink: SubscopeLink? { get }

  /// The type of the ancestor that a property wrapper looks up, if to link it does nothing unless that is observed.
  static var superscope: Any.Type? { get }
}

extension LinkedProperty {
  var subscopeLink: SubscopeLink? { nil }

  static var superscope: Any.Type? { nil }

  /// Returns a property that probably has this type: a cast to the protocol takes twice as long.
  fileprivate static func property(in value: Any) -> (any LinkedProperty)? {
    value as? Self ?? (value as? any LinkedProperty)
  }

  /// Returns the type of the ancestor, if each value of the property is of this type.
  fileprivate static func superscope(declaredAs type: Any.Type) -> ObjectIdentifier? {
    type == Self.self ? superscope.map { ObjectIdentifier($0) } : nil
  }
}

extension Subscope: LinkedProperty {
  var subscopeLink: SubscopeLink? { link }

  /// Does nothing: the children are linked when all properties of the scope have been found.
  func link(to scope: ScopeNode) {}
}

/// The linked properties of one class of scopes, as reflection found them.
///
/// Reflecting a scope costs a microsecond. The properties of a class are the same for all trees and on all actors.
struct ScopeClass: Sendable {
  /// A linked property, by its position in the mirror of the class that declares it.
  struct Property: Sendable {
    /// How many classes above the scope's own the declaring class is.
    let level: Int
    let offset: Int
    let name: String
    let type: any LinkedProperty.Type
    /// The type of the ancestor that it looks up, if to link it does nothing unless that is observed.
    let superscope: ObjectIdentifier?

    /// Indicates whether to link it does anything.
    var isLinked: Bool {
      superscope.map { type in ScopeClass.observed.withLock { $0.contains(type) } } ?? true
    }
  }

  /// The properties of the class itself, then those of its superclass, and so on.
  fileprivate(set) var properties: [Property] = []

  /// Indicates whether its scopes are middlewares of the scopes below them.
  let isMiddleware: Bool

  /// Indicates whether its scopes are sent an event when they become children.
  let hasLinkingEvent: Bool

  /// Indicates whether there is nothing to link, to install or to send.
  var isPlain: Bool { properties.isEmpty && !isMiddleware && !hasLinkingEvent }

  private static let all = Locked<[ObjectIdentifier: ScopeClass]>([:])
  /// The classes that have been examined for properties that reflection does not show.
  private static let examined = Locked<Set<ObjectIdentifier>>([])
  /// The types of ancestors that some property observes.
  private static let observed = Locked<Set<ObjectIdentifier>>([])

  /// Records that a property observes an ancestor of a type.
  static func observe(_ superscope: Any.Type) {
    _ = observed.withLock { $0.insert(ObjectIdentifier(superscope)) }
  }

  fileprivate static func isFirstLook(at type: ScopeNode.Type) -> Bool {
    examined.withLock { $0.insert(ObjectIdentifier(type)).inserted }
  }

  static func known(_ type: ScopeNode.Type) -> ScopeClass? {
    all.withLock { $0[ObjectIdentifier(type)] }
  }

  /// Checks whether scopes of a class are sent an event when they become children; asks one that is not known.
  static func hasLinkingEvent(_ type: ScopeNode.Type) -> Bool {
    known(type)?.hasLinkingEvent ?? (type as? any ScopeProtocol.Type)?.hasLinkingEvent ?? false
  }

  fileprivate static func learn(_ scopeClass: ScopeClass, of type: ScopeNode.Type) {
    all.withLock { $0[ObjectIdentifier(type)] = scopeClass }
  }
}
