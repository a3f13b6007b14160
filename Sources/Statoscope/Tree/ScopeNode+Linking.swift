extension ScopeNode {
  /// Finds the `@Subscope` properties of this scope and of all scopes below it, and links their children.
  ///
  /// Swift names a property wrapper's owner only when the property is read, so the initial children are found
  /// by reflection, once per scope, no later than its first event, look-up or access. Complexity: O(1) when
  /// already done, else O(scopes below that have not been linked).
  final func linkSubscopes() {
    guard !hasLinkedSubscopes else { return }
    linkSubscopes(knownClasses)
  }

  /// Takes over what another tree knows about classes, if this tree has not found any subscopes yet.
  package final func adoptClasses(of other: ScopeNode) {
    context.classes.adopt(other.context.classes)
  }

  /// Links the subscopes with the help of the known classes.
  final func linkSubscopes(_ classes: ScopeClasses) {
    guard !hasLinkedSubscopes else { return }
    guard classes.find(type(of: self))?.isPlain != true else {
      hasLinkedSubscopes = true
      return
    }
    var waiting = [self]
    while let node = waiting.popLast() {
      guard !node.hasLinkedSubscopes else { continue }
      node.findAllLinks(classes)
      if !node.links.isEmpty { node.addOwnSubscopeMiddleware() }
      for link in node.links { waiting.append(contentsOf: link.linkChildren(to: node)) }
    }
  }

  /// Finds the `@Subscope` properties of this scope, and adds them to those that a custom mirror has read meanwhile.
  final func findAllLinks(_ classes: ScopeClasses) {
    hasLinkedSubscopes = true
    let found = findLinks(classes)
    links = links.isEmpty ? found : found + links.filter { link in !found.contains { $0 === link } }
  }

  /// The `@Subscope` properties of this scope's class and its superclasses, in the order of the source.
  private final func findLinks(_ classes: ScopeClasses) -> [SubscopeLink] {
    guard let known = classes.find(type(of: self)) else { return findLinksOfUnknownClass(classes) }
    guard !known.isPlain else { return [] }
    var found: [[SubscopeLink]] = []
    var mirror = Mirror(reflecting: self)
    for (level, properties) in known.levels.enumerated() {
      if level > 0 {
        guard let superclass = mirror.superclassMirror else { break }
        mirror = superclass
      }
      let children = mirror.children
      found.append(
        properties.compactMap { property in
          (children[property.index].value as? any LinkedProperty).flatMap { link($0, named: property.name) }
        }
      )
    }
    return found.count == 1 ? found[0] : Array(found.reversed().joined())
  }

  /// Finds the links of an unknown class by inspecting all properties, and learns which of them are linked.
  private final func findLinksOfUnknownClass(_ classes: ScopeClasses) -> [SubscopeLink] {
    var found: [SubscopeLink] = []
    var learned = ScopeClass()
    var level = 0
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror, current.subjectType != ScopeNode.self {
      var (links, properties): ([SubscopeLink], [ScopeClass.Property]) = ([], [])
      for index in current.children.indices {
        let (label, value) = current.children[index]
        guard let property = value as? any LinkedProperty else { continue }
        // A property wrapper's storage is named after the property, behind an underscore.
        let name = String((label ?? "(unnamed)").drop { $0 == "_" })
        properties.append(ScopeClass.Property(index: index, name: name))
        if let link = link(property, named: name) { links.append(link) }
      }
      learned.add(properties, at: level)
      found = links + found
      level += 1
      mirror = current.superclassMirror
    }
    // A custom mirror may show different properties for the next scope.
    if !(self is any CustomReflectable) { classes.add(learned, of: type(of: self)) }
    return found
  }

  /// Links a property, and returns its link if it holds subscopes.
  private final func link(_ property: any LinkedProperty, named name: String) -> SubscopeLink? {
    property.link(to: self)
    guard let link = (property as? any SubscopeProperty)?.anyLink else { return nil }
    link.name = name
    return link
  }

  /// The known classes of this scope's tree; a temporary list while the tree has no context.
  private final var knownClasses: ScopeClasses {
    var top = self
    while top.storedContext == nil, let parent = top.parentNode { top = parent }
    return top.storedContext?.current.classes ?? ScopeClasses()
  }
}

/// A property wrapper that performs an action when its scope is linked.
protocol LinkedProperty {
  func link(to scope: ScopeNode)
}

/// A `@Subscope` of any value, as reflection finds it.
protocol SubscopeProperty: LinkedProperty {
  var anyLink: SubscopeLink { get }
  var anyValue: Any { get }
}

extension Subscope: SubscopeProperty {
  var anyLink: SubscopeLink { link }
  var anyValue: Any { link.value }

  /// Does nothing: the children are linked when all properties of the scope have been found.
  func link(to scope: ScopeNode) {}
}
