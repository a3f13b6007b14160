/// One `@Subscope` property of one scope, which links its children to their parent.
///
/// Only its ``change(removing:adding:of:isInitial:positions:_:)`` changes which scopes are children.
@usableFromInline
class SubscopeLink {
  /// The owner's reference to itself, once the property belongs to it.
  private(set) final var owner: ParentReference?

  /// The index of the property among those of its owner.
  private(set) final var index: Int32 = 0

  /// Indicates whether the children are linked to the owner.
  private(set) final var isLinked = false

  /// The name of the property, once reflection has found it.
  private(set) final var name = "(unnamed)"

  /// The class of a child that had no properties to link: most children of a property are of one class.
  private final var plainClass: ObjectIdentifier?

  /// The key path through which the property was read; nil if it was never read, and so is not tracked.
  final var readKeyPath: AnyKeyPath?

  /// Indicates whether the value may hold scopes that are not its children, or one of them twice, until the event in
  /// progress has ended.
  final var isContested = false

  /// Counts the changes of the value: code of the app that ran in between may have changed it.
  final var changeCount: UInt = 0

  /// The linked children, in the order of the value.
  final var children: [ScopeNode] {
    var children: [ScopeNode] = []
    appendChildren(to: &children)
    return children
  }

  /// Appends the linked children to a list, in the order of the value.
  func appendChildren(to list: inout [ScopeNode]) {}

  /// The linked children, those of a dictionary sorted by the texts of their keys, which runs code of the app.
  var sortedChildren: [ScopeNode] { children }

  /// The linked children with their positions, in the order of ``sortedChildren``.
  var positions: [(child: ScopeNode, position: SubscopePosition)] { [] }

  /// Returns the position of a linked child, without running code of the app.
  func position(of child: ScopeNode) -> SubscopePosition? { nil }

  /// Returns all positions of a scope in the value, whether or not it is a child.
  func places(of scope: ScopeNode) -> [SubscopePosition] { [] }

  /// Returns the elements of a list of scopes, or some of them; nil for another property, or another number of elements.
  func elements(_ range: Range<Int>?, of count: Int) -> [ScopeNode]? { nil }

  /// Finds the initial children of the property, which are linked with this call.
  func linkInitialChildren(to owner: ScopeNode) {}

  /// Removes a child from the property's value, and notifies observers of the change.
  func remove(_ child: ScopeNode, of owner: ScopeNode) {}

  /// Indicates whether a change can be refused: the property still has its former value, or can restore it.
  var canRefuseChange: Bool { false }

  /// Gives a property its former value again, after a change in place that was refused.
  func restoreValue() {}

  /// Returns a closure that gives a property the value that it has now, before a change.
  func undo(at owner: ScopeNode) -> () -> Void { {} }

  /// Releases the value when the owner is being released and the property can no longer be read.
  func discardValue() {}

  // MARK: The owner

  /// Makes a scope the owner, which lists the property from now on.
  ///
  /// - Parameter name: the name in source, if it is known.
  final func list(at scope: ScopeNode, named name: String? = nil) {
    if let name { self.name = name }
    guard owner == nil else { return checkOwner(is: scope) }
    owner = scope.reference
    index = Int32(scope.links.count)
    // As a whole: changed in place, each use would check for exclusivity.
    var links = scope.links
    links.append(LinkReference(link: self))
    scope.links = links
  }

  /// Links all children to the owner, unless they are linked already.
  @inline(__always)
  @usableFromInline
  final func link(to scope: ScopeNode) {
    if let owner, isLinked, scope.owns(owner) { return }
    linkNow(to: scope)
  }

  @inline(never)
  private final func linkNow(to scope: ScopeNode) {
    if owner == nil { scope.reportIfHidden(self) }
    list(at: scope)
    guard !isLinked else { return }
    isLinked = true
    linkInitialChildren(to: scope)
  }

  /// Traps when the storage of a property was copied from one scope into another.
  private final func checkOwner(is scope: ScopeNode) {
    guard let owner, !scope.owns(owner) else { return }
    Misuse.subscopeOfTwoOwners(
      property: "\(scope.typeName).\(name)",
      owner: owner.node?.typeName ?? "a released scope"
    ).trap()
  }

  /// Unlinks children because the property's storage was replaced by another one.
  final func unlinkReplaced(_ children: [ScopeNode]) {
    guard let scope = owner?.node else { return }
    var links = scope.links
    links[Int(index)].link = nil
    scope.links = links
    var change = TreeChange()
    let context = change.context(of: scope)
    for child in children { change.remove(child, from: scope, context) }
    scope.notifyChildrenChanged(in: self, nil)
    change.finish()
  }

  // MARK: Changes

  /// Stores the paths of the events in progress that lead through the property, before its value is moved out.
  @usableFromInline
  final func storeEventPaths() {
    owner?.node?.knownContext?.willChange(self)
  }

  /// Unlinks children, and links others, in one step; then performs what follows from it.
  ///
  /// Nothing changes if a scope cannot become a child. While an event is in progress, a child of another property of the
  /// tree is taken from it.
  /// - Parameters:
  ///   - removed: the part of the linked children that differs.
  ///   - added: the part of the new children that differs; those that are in `removed`, too, stay linked.
  ///   - owner: the scope that has the property.
  ///   - start: the index in a list at which the removed children were, and the added ones are.
  ///   - positions: returns where a child is in the new value, for the text of a misuse.
  ///   - store: stores the new value; it runs no code of the app.
  @usableFromInline
  final func change(
    removing removed: [ScopeNode?],
    adding added: [ScopeNode?],
    of owner: ScopeNode,
    at start: Int? = nil,
    isInitial: Bool = false,
    positions: (_ child: ScopeNode) -> [SubscopePosition],
    _ store: () -> Void
  ) {
    var change = TreeChange()
    let context = change.context(of: owner)
    var claims: [PendingMoves.Claim] = []
    if let child = firstRefused(of: added, replacing: removed, in: owner, context, &change, &claims) {
      let misuse = misuse(of: child, in: owner, positions(child))
      // The initial value is there already.
      if isInitial || !canRefuseChange { misuse.trap() }
      restoreValue()
      change.finish()
      return misuse.refuse()
    }
    context.willChange(self)
    let undo = claims.isEmpty || Misuse.receiver == nil ? nil : undo(at: owner)
    store()
    changeCount &+= 1
    if !claims.isEmpty { context.latest.changeMoves { $0.add(claims, undo: undo) } }
    for case let child? in removed {
      if child.changeMark == .leaving, !isContested || places(of: child).isEmpty {
        change.remove(child, from: owner, context.latest)
      }
      child.changeMark = .none
    }
    for case let child? in added {
      if child.changeMark == .entering { change.attach(child, to: owner, context, in: self) }
      child.changeMark = .none
    }
    if context.latest.hookCounts.events > 0 {
      let elements = start.map { ChangedElements(start: $0, removed: removed.count, added: added.count) }
      owner.notifyChildrenChanged(in: self, elements)
    }
    // The children of initial ones are linked by the loop that found these.
    if !isInitial { for case let child? in added { plainClass = child.linkSubscopes(unlessOf: plainClass) } }
    change.finish()
    if !isInitial { owner.announceNewChildren() }
  }

  /// Sets the ``ScopeNode/changeMark`` of each scope; returns one that cannot become a child, and then sets none.
  ///
  /// - Parameter claims: receives what is taken from other properties, or is in this one twice.
  private final func firstRefused(
    of added: [ScopeNode?],
    replacing removed: [ScopeNode?],
    in owner: ScopeNode,
    _ context: TreeContext,
    _ change: inout TreeChange,
    _ claims: inout [PendingMoves.Claim]
  ) -> ScopeNode? {
    for case let child? in removed where child.isHeld(by: self) { child.changeMark = .leaving }
    for case let child? in added {
      switch child.changeMark {
      case .leaving:
        child.changeMark = .staying
        continue
      case .none:
        if isAbove(owner, child, context) { break }
        guard let link = child.linkToParent else {
          child.changeMark = .entering
          continue
        }
        guard context.isHandlingEvents, change.context(of: child) === context else { break }
        claims.append(PendingMoves.Claim(scope: child, link: link))
        child.changeMark = link === self ? .staying : .entering
        continue
      case .staying, .entering:
        guard context.isHandlingEvents else { break }
        claims.append(PendingMoves.Claim(scope: child, link: self))
        continue
      }
      for case let child? in removed { child.changeMark = .none }
      for case let child? in added { child.changeMark = .none }
      return child
    }
    return nil
  }

  /// Checks whether the owner is a scope or below it.
  private final func isAbove(_ owner: ScopeNode, _ scope: ScopeNode, _ context: TreeContext) -> Bool {
    guard scope.parentNode != nil || scope.storedContext != nil else { return scope === owner }
    guard context.isHandlingEvents else {
      return scope === owner || (scope.parentNode == nil && scope.knownContext === context)
    }
    var node = owner
    while node !== scope {
      guard let parent = node.parentNode else { return false }
      node = parent
    }
    return true
  }

  // MARK: Misuse

  private final func misuse(of child: ScopeNode, in owner: ScopeNode, _ positions: [SubscopePosition])
    -> Misuse
  {
    let places = positions.map { Place(owner: owner, link: self, position: $0) }
    let new = places.last ?? Place(owner: owner, link: self, position: nil)
    if let other = child.linkToParent, let holder = child.parentNode, other !== self {
      let former = Place(owner: holder, link: other, position: other.position(of: child))
      return former.misuse(of: child, alsoAt: places.first ?? new)
    }
    if child.isHeld(by: self) || places.count > 1 {
      let former = Place(owner: owner, link: self, position: position(of: child))
      return (places.count > 1 ? places[0] : former).misuse(of: child, alsoAt: new)
    }
    let way = ScopeTree(owner).segmentsFromRoot + [PathSegment(name: name, position: positions.first).text]
    return .scopeBelowItself(
      scope: child.typeName,
      property: place(in: owner, positions.first),
      keyPath: ScopeTree.keyPath(way)
    )
  }

  /// Returns the text about a scope that the value holds besides the property whose child it is, or twice.
  final func misuse(of scope: ScopeNode) -> Misuse {
    let places = places(of: scope).map { Place(owner: owner?.node, link: self, position: $0) }
    let former = places.first ?? Place(owner: owner?.node, link: self, position: nil)
    guard let other = scope.linkToParent, other !== self else {
      return former.misuse(of: scope, alsoAt: places.last ?? former)
    }
    let holder = Place(owner: scope.parentNode, link: other, position: other.position(of: scope))
    return former.misuse(of: scope, alsoAt: holder)
  }

  private final func place(in owner: ScopeNode?, _ position: SubscopePosition?) -> String {
    "\(owner?.typeName ?? "a released scope").\(name)\(position?.text ?? "")".withoutLastQuestionMark
  }

  /// Refuses to remove a child of a property that always holds a scope.
  final func refuseRemoval(of child: ScopeNode, from owner: ScopeNode) {
    Misuse.scopeNotRemovable(scope: child.typeName, property: place(in: owner, position(of: child))).refuse()
  }
}

/// An entry in a scope's list of properties: the property itself belongs to its wrapper, which may be replaced.
struct LinkReference {
  unowned var link: SubscopeLink?
}

/// A place in a tree at which a property holds a scope.
private struct Place {
  let owner: ScopeNode?
  let link: SubscopeLink
  let position: SubscopePosition?

  private var segments: [String] {
    (owner.map { ScopeTree($0).segmentsFromRoot } ?? []) + [
      PathSegment(name: link.name, position: position).text
    ]
  }

  func misuse(of scope: ScopeNode, alsoAt other: Place) -> Misuse {
    let roots = (owner.map { ScopeTree($0).root }, other.owner.map { ScopeTree($0).root })
    let paths = (ScopeTree.keyPath(segments), ScopeTree.keyPath(other.segments))
    if let root = roots.0, root === roots.1 {
      return .scopeHeldTwice(scope: scope.typeName, first: paths.0, second: paths.1, root: root.typeName)
    }
    let names = (roots.0?.typeName ?? "a released scope", roots.1?.typeName ?? "a released scope")
    return .scopeHeldInTwoTrees(
      scope: scope.typeName,
      first: "\(paths.0) of \(names.0)",
      second: "\(paths.1) of \(names.1)"
    )
  }
}
