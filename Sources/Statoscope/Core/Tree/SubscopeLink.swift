/// One `@Subscope` property of one scope, which links its children to their parent.
///
/// It is the only place that changes which scopes are children: ``change(removing:adding:of:positions:_:)``.
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

  /// Finds the initial children of the property, which are linked with this call.
  func linkInitialChildren(to owner: ScopeNode) {}

  /// Removes a child from the property's value, and announces that as a change.
  func remove(_ child: ScopeNode, of owner: ScopeNode) {}

  /// Releases the value when the owner is being released and the property can no longer be read.
  func discardValue() {}

  // MARK: The owner

  /// Makes a scope the owner, which lists the property from now on.
  ///
  /// - Parameter name: the name in source, if it is known.
  final func list(at scope: ScopeNode, named name: String? = nil) {
    if let name { self.name = name }
    guard owner == nil else { return refuse(unless: scope) }
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
    list(at: scope)
    guard !isLinked else { return }
    isLinked = true
    linkInitialChildren(to: scope)
  }

  /// Traps when the storage of a property was copied from one scope into another.
  private final func refuse(unless scope: ScopeNode) {
    guard let owner, !scope.owns(owner) else { return }
    Misuse.subscopeOfTwoOwners(
      property: "\(scope.typeName).\(name)",
      owner: owner.node?.typeName ?? "a released scope"
    ).trap()
  }

  /// Takes the children out of the tree because the property's storage was replaced by another one.
  final func unlinkReplaced(_ children: [ScopeNode]) {
    guard let scope = owner?.node else { return }
    var links = scope.links
    links[Int(index)].link = nil
    scope.links = links
    var change = TreeChange()
    let context = change.context(of: scope)
    context.shape &+= 1
    for child in children { change.detach(child, from: context) }
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
  /// - Parameters:
  ///   - removed: the part of the linked children that differs.
  ///   - added: the part of the new children that differs; those that are in `removed`, too, stay linked.
  ///   - owner: the scope that has the property.
  ///   - positions: returns where a child is in the new value, for the text of a misuse.
  ///   - store: stores the new value; it runs no code of the app.
  @usableFromInline
  final func change(
    removing removed: [ScopeNode?],
    adding added: [ScopeNode?],
    of owner: ScopeNode,
    isInitial: Bool = false,
    positions: (_ child: ScopeNode) -> [SubscopePosition],
    _ store: () -> Void
  ) {
    var change = TreeChange()
    let context = change.context(of: owner)
    if let child = firstRefused(of: added, replacing: removed, in: owner, context) {
      misuse(of: child, in: owner, positions(child)).trap()
    }
    context.willChange(self)
    store()
    changeCount &+= 1
    context.shape &+= 1
    for case let child? in removed {
      if child.changeMark == .leaving { change.detach(child, from: context.latest) }
      child.changeMark = .none
    }
    for case let child? in added {
      if child.changeMark == .entering { change.attach(child, to: owner, context, in: self) }
      child.changeMark = .none
    }
    // The children of initial ones are linked by the loop that found these.
    if !isInitial { for case let child? in added { plainClass = child.linkSubscopes(unlessOf: plainClass) } }
    change.finish()
  }

  /// Marks the part of each scope in a change; returns one that cannot become a child, and then marks none.
  private final func firstRefused(
    of added: [ScopeNode?],
    replacing removed: [ScopeNode?],
    in owner: ScopeNode,
    _ context: TreeContext
  ) -> ScopeNode? {
    for case let child? in removed { child.changeMark = .leaving }
    for case let child? in added {
      switch child.changeMark {
      case .leaving:
        child.changeMark = .staying
        continue
      case .none where child.parentNode == nil && !isRoot(child, of: owner, context):
        child.changeMark = .entering
        continue
      case .none, .staying, .entering: break
      }
      for case let child? in removed { child.changeMark = .none }
      for case let child? in added { child.changeMark = .none }
      return child
    }
    return nil
  }

  /// Checks whether a scope without a parent is the root of another one's tree.
  private final func isRoot(_ scope: ScopeNode, of owner: ScopeNode, _ context: TreeContext) -> Bool {
    scope === owner || (scope.storedContext != nil && scope.knownContext === context)
  }

  private final func misuse(of child: ScopeNode, in owner: ScopeNode, _ positions: [SubscopePosition])
    -> Misuse
  {
    let places = positions.map { place(in: owner, $0) }
    if let other = child.linkToParent, !child.isHeld(by: self) {
      let first = other.place(in: child.parentNode, other.position(of: child))
      return .scopeHeldTwice(scope: child.typeName, first: first, second: places.first ?? name)
    }
    if child.isHeld(by: self) || places.count > 1 {
      let first = places.count > 1 ? places[0] : place(in: owner, position(of: child))
      return .scopeHeldTwice(scope: child.typeName, first: first, second: places.last ?? name)
    }
    let way = ScopeTree(owner).segmentsFromRoot + [PathSegment(name: name, position: positions.first)]
    return .scopeBelowItself(
      scope: child.typeName,
      property: places.first ?? name,
      keyPath: ScopeTree.keyPath(way)
    )
  }

  private final func place(in owner: ScopeNode?, _ position: SubscopePosition?) -> String {
    "\(owner?.typeName ?? "a released scope").\(name)\(position?.text ?? "")".withoutLastQuestionMark
  }

  /// Traps because a child of a property that always holds a scope was to be removed.
  final func refuseRemoval(of child: ScopeNode, from owner: ScopeNode) -> Never {
    Misuse.scopeNotRemovable(scope: child.typeName, property: place(in: owner, position(of: child))).trap()
  }
}

/// An entry in a scope's list of properties: the property itself belongs to its wrapper, which may be replaced.
struct LinkReference {
  unowned var link: SubscopeLink?
}

/// The storage of a `@Subscope` property: its value, and the children that are linked because of it.
@usableFromInline
final class TypedSubscopeLink<Value>: SubscopeLink {
  @usableFromInline let kind: SubscopeKind<Value>

  /// The value; nil while a list is changed in place, and once the owner is being released.
  @usableFromInline var storedValue: Value?

  /// The value whose children are linked, in storage of its own; only where ``storedValue`` is not enough.
  ///
  /// That is for a list from its first change in place on, as such a change is found by comparison, and for cases,
  /// together with ``linkedSlots``: a case may name another scope each time it is asked.
  @usableFromInline var linkedValue: Value?

  /// The linked scopes of cases, and of a dictionary from its first change in place on.
  @usableFromInline var linkedSlots: [ScopeNode?]?

  @usableFromInline
  init(_ value: Value, _ kind: SubscopeKind<Value>) {
    self.kind = kind
    storedValue = value
  }

  deinit {
    guard storedValue != nil else { return }
    if isLinked { unlinkReplaced(children) }
    (linkedValue, linkedSlots) = (nil, nil)
    // The owner was released before its links were found, so its release did not handle the children.
    if storedValue.map(kind.isEmpty) == false {
      var value = storedValue.take() as Any?
      SubtreeRelease.releaseUnlinked(&value)
    }
  }

  /// The property's value, available as long as the owner exists; during a change in place, the former value.
  @inlinable var value: Value { storedValue ?? valueBeforeChange }

  @usableFromInline var valueBeforeChange: Value {
    guard let linkedValue else {
      Misuse.subscopeReadDuringChange(property: "\(owner?.node?.typeName ?? "a released scope").\(name)")
        .trap()
    }
    return linkedValue
  }

  // MARK: Children

  private var slots: [ScopeNode?] {
    if let linkedSlots { return linkedSlots }
    guard !kind.holdsCases else { return [] }
    if let linkedValue { return kind.slots(linkedValue) }
    guard let storedValue else { return [] }
    return kind.slots(storedValue)
  }

  override func appendChildren(to list: inout [ScopeNode]) {
    for case let child? in slots { list.append(child) }
  }

  override var positions: [(child: ScopeNode, position: SubscopePosition)] {
    guard let value = linkedValue ?? storedValue else {
      return children.map { ($0, SubscopePosition(.only)) }
    }
    let positions = positions(in: value, slots)
    return sorted(
      zip(slots, positions).compactMap { child, position in child.map { ($0, position) } },
      by: \.1
    )
  }

  override var sortedChildren: [ScopeNode] {
    kind.keyedPositions == nil ? children : positions.map(\.child)
  }

  private func positions(in value: Value, _ slots: [ScopeNode?]) -> [SubscopePosition] {
    kind.keyedPositions?(value) ?? slots.indices.map { kind.position(value, $0) }
  }

  override func position(of child: ScopeNode) -> SubscopePosition? {
    guard let value = linkedValue ?? storedValue, let slot = slots.firstIndex(where: { $0 === child }) else {
      return nil
    }
    return kind.position(value, slot)
  }

  override func linkInitialChildren(to owner: ScopeNode) {
    let (count, value) = (changeCount, value)
    let slots = kind.slots(value)
    // A case that was asked for its scope may have set the property.
    guard changeCount == count else { return }
    change(
      removing: [],
      adding: slots,
      of: owner,
      isInitial: true,
      positions: { positions(of: $0, in: value, slots) }
    ) {
      storeLinkedCases(value, slots)
    }
  }

  override func discardValue() {
    // Released after the properties are written: their `deinit` may run code of the app.
    let former = (storedValue, linkedValue, linkedSlots)
    (storedValue, linkedValue, linkedSlots) = (nil, nil, nil)
    withExtendedLifetime(former) {}
  }

  // MARK: Changes

  override func remove(_ child: ScopeNode, of owner: ScopeNode) {
    #if canImport(Combine)
      // The same order as in the property's setter.
      owner.notifyListeners()
    #endif
    let former = storedValue
    owner.observation.change(readKeyPath, to: Value.self, of: owner) {
      // Only now: what was notified may have changed the property.
      var rest: Value?
      var cases: CaseChange?
      var count = changeCount
      repeat {
        count = changeCount
        guard child.isHeld(by: self), let slot = slots.firstIndex(where: { $0 === child }) else {
          return
        }
        rest = kind.removing(slot, linkedValue ?? value)
        // Asked here: a case may move one of the others away.
        if kind.holdsCases, let rest { cases = caseChange(to: rest) }
      } while changeCount != count
      guard let rest else { refuseRemoval(of: child, from: owner) }
      if let cases {
        replaceCases(cases, with: rest, of: owner) {}
      } else {
        replace(with: rest, of: owner) {}
      }
    }
    withExtendedLifetime((child, former)) {}
  }

  /// Returns the value for a change, a list or a dictionary for a change in place; ``replace(with:of:_:)`` ends the change.
  ///
  /// Until then the property has its former value for readers, but a dictionary cannot be read.
  @inlinable
  func beginChange() -> Value {
    // Moved out of the property, because a change would otherwise copy it.
    if let list = kind.list {
      if linkedValue == nil { linkedValue = storedValue.map { list.copy($0, nil) } }
    } else if kind.keyedDifference != nil {
      storeEventPaths()
      if linkedSlots == nil { linkedSlots = storedValue.map(kind.slots) }
    } else {
      return value
    }
    return storedValue.take() ?? valueBeforeChange
  }

  /// Sets another value: children that leave are unlinked, children that stay keep their effects.
  ///
  /// Inlined, so that the value's type is known; generic code would take four times as long. Complexity: O(children
  /// that were added, removed or moved), besides the comparison of the values.
  ///
  /// - Parameter didChange: notifies the observers of the property.
  @inlinable
  func replace(with newValue: Value, of owner: ScopeNode, _ didChange: () -> Void) {
    if kind.holdsCases {
      replaceCases(with: newValue, of: owner, didChange)
    } else if let list = kind.list {
      let (isCopied, difference, removed) = difference(to: newValue, list)
      replace(removed, with: list.slots(newValue, difference.added), of: owner, newValue, didChange) {
        if isCopied { replaceLinked(difference, by: newValue, list) }
      }
    } else if let difference = kind.keyedDifference {
      let isCopied = linkedSlots != nil
      let (range, added) = difference(linkedSlots ?? kind.slots(value), newValue)
      let removed = range.isEmpty ? [] : Array((linkedSlots ?? kind.slots(value))[range])
      replace(removed, with: added, of: owner, newValue, didChange) {
        if isCopied { linkedSlots?.replaceSubrange(range, with: added) }
      }
    } else {
      replace(kind.slots(value), with: kind.slots(newValue), of: owner, newValue, didChange) {}
    }
  }

  /// Returns the elements of a list that differ from the linked ones, and whether those have storage of their own.
  ///
  /// Apart from the change, which would copy the list while it is retained here.
  @inlinable
  @inline(__always)
  func difference(to newValue: Value, _ list: ListChanges<Value>)
    -> (isCopied: Bool, ListChanges<Value>.Difference, removed: [ScopeNode?])
  {
    let copied = linkedValue
    let linked = copied ?? value
    let difference = list.difference(linked, newValue)
    return (
      copied != nil, difference, difference.removed.isEmpty ? [] : list.slots(linked, difference.removed)
    )
  }

  /// Makes the linked list equal to a new one.
  @inlinable
  @inline(__always)
  func replaceLinked(
    _ difference: ListChanges<Value>.Difference,
    by newValue: Value,
    _ list: ListChanges<Value>
  ) {
    // Moved out, because the change would otherwise copy it.
    guard var linked = linkedValue.take() else { return }
    list.replace(&linked, difference.removed, newValue, difference.added)
    linkedValue = linked
  }

  /// Replaces children, and the value.
  @inlinable
  func replace(
    _ removed: [ScopeNode?],
    with added: [ScopeNode?],
    of owner: ScopeNode,
    _ newValue: Value,
    _ didChange: () -> Void,
    _ storeLinked: () -> Void
  ) {
    // Released at the end, like the scopes.
    let former = storedValue
    change(
      removing: removed,
      adding: added,
      of: owner,
      positions: { positions(of: $0, in: newValue, kind.slots(newValue)) }
    ) {
      storeLinked()
      storedValue = newValue
    }
    didChange()
    withExtendedLifetime(former) {}
  }

  // MARK: Changes of cases

  /// The scopes of new cases, and those that they replace: all of them, or those of the elements of a list that differ.
  private typealias CaseChange = (difference: ListChanges<Value>.Difference?, added: [ScopeNode?])

  /// Replaces cases, which are asked for their scopes before anything changes.
  @usableFromInline
  func replaceCases(with newValue: Value, of owner: ScopeNode, _ didChange: () -> Void) {
    let count = changeCount
    let change = caseChange(to: newValue)
    // A case that was asked for its scope may have changed the property.
    let isCurrent = changeCount == count || change.difference == nil
    replaceCases(isCurrent ? change : (nil, kind.slots(newValue)), with: newValue, of: owner, didChange)
  }

  /// Asks new cases for their scopes.
  private func caseChange(to newValue: Value) -> CaseChange {
    guard let list = kind.list, linkedSlots != nil else { return (nil, kind.slots(newValue)) }
    let difference = list.difference(linkedValue ?? value, newValue)
    return (difference, list.slots(newValue, difference.added))
  }

  private func replaceCases(
    _ change: CaseChange,
    with newValue: Value,
    of owner: ScopeNode,
    _ didChange: () -> Void
  ) {
    guard let list = kind.list, let difference = change.difference else {
      // A case may hold more than its scope, which is released at the end.
      let former = (linkedValue, linkedSlots)
      replace(slots, with: change.added, of: owner, newValue, didChange) {
        storeLinkedCases(newValue, change.added)
      }
      return withExtendedLifetime(former) {}
    }
    let removed = difference.removed
    let former = (linkedValue.map { list.copy($0, removed) }, linkedSlots.map { Array($0[removed]) })
    replace(former.1 ?? [], with: change.added, of: owner, newValue, didChange) {
      replaceLinked(difference, by: newValue, list)
      linkedSlots?.replaceSubrange(removed, with: change.added)
    }
    withExtendedLifetime(former) {}
  }

  private func storeLinkedCases(_ value: Value, _ slots: [ScopeNode?]) {
    guard kind.holdsCases else { return }
    linkedValue = kind.list?.copy(value, nil) ?? value
    linkedSlots = slots
  }

  /// The positions of a scope in a value that is not linked yet.
  @usableFromInline
  func positions(of child: ScopeNode, in value: Value, _ slots: [ScopeNode?]) -> [SubscopePosition] {
    sorted(slots.indices.filter { slots[$0] === child }.map { kind.position(value, $0) }, by: \.self)
  }

  /// Sorts what has positions in a dictionary by the texts of their keys.
  private func sorted<Element>(_ elements: [Element], by position: (Element) -> SubscopePosition) -> [Element]
  {
    let keys = elements.compactMap { position($0).sortedBy }
    guard keys.count == elements.count else { return elements }
    return zip(keys, elements).sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension String {
  /// The path without an optional mark at its end, which would unwrap a value that nothing follows.
  package var withoutLastQuestionMark: String {
    last == "?" ? String(dropLast()) : self
  }
}
