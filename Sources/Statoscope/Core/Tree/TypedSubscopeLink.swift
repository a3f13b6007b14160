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
    guard let linkedValue else { readDuringChange.trap() }
    if kind.list == nil { readDuringChange.refuse() }
    return linkedValue
  }

  private var readDuringChange: Misuse {
    .subscopeReadDuringChange(property: "\(owner?.node?.typeName ?? "a released scope").\(name)")
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
    for case let child? in isContested ? ownSlots : slots { list.append(child) }
  }

  /// The slots without what is not a child, or not in this slot for the first time.
  private var ownSlots: [ScopeNode?] {
    var found = Set<ObjectIdentifier>()
    return slots.map { child in
      guard let child, child.isHeld(by: self), found.insert(ObjectIdentifier(child)).inserted else {
        return nil
      }
      return child
    }
  }

  override func places(of scope: ScopeNode) -> [SubscopePosition] {
    guard let value = linkedValue ?? storedValue else { return [] }
    return positions(of: scope, in: value, slots)
  }

  override var positions: [(child: ScopeNode, position: SubscopePosition)] {
    guard let value = linkedValue ?? storedValue else {
      return children.map { ($0, SubscopePosition(.only)) }
    }
    let positions = positions(in: value, slots)
    return sorted(
      zip(isContested ? ownSlots : slots, positions).compactMap { child, position in
        child.map { ($0, position) }
      },
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

  override func elements(_ range: Range<Int>?, of count: Int) -> [ScopeNode]? {
    guard !isContested, let list = kind.list, !kind.holdsCases, let value = linkedValue ?? storedValue else {
      return nil
    }
    guard range == nil || (value as? any Collection)?.count == count else { return nil }
    return list.slots(value, range).compactMap(\.self)
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
      guard let rest else { return refuseRemoval(of: child, from: owner) }
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
      copyForRefusal()
    } else {
      return value
    }
    return storedValue.take() ?? valueBeforeChange
  }

  /// Copies a dictionary that is about to be changed in place, where misuse does not stop the program.
  @usableFromInline
  func copyForRefusal() {
    if Misuse.receiver != nil { linkedValue = storedValue }
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
      let added = list.slots(newValue, difference.added)
      replace(removed, with: added, of: owner, at: difference.removed.lowerBound, newValue, didChange) {
        if isCopied { replaceLinked(difference, by: newValue, list) }
      }
    } else if let difference = kind.keyedDifference {
      let isCopied = linkedSlots != nil
      let (range, added) = difference(linkedSlots ?? kind.slots(value), newValue)
      let removed = range.isEmpty ? [] : Array((linkedSlots ?? kind.slots(value))[range])
      let copy = linkedValue
      replace(removed, with: added, of: owner, newValue, didChange) {
        if isCopied { linkedSlots?.replaceSubrange(range, with: added) }
        linkedValue = nil
      }
      withExtendedLifetime(copy) {}
    } else {
      replace(kind.slots(value), with: kind.slots(newValue), of: owner, newValue, didChange) {}
    }
  }

  /// Returns the elements of a list that differ from the linked ones, and whether those have storage of their own.
  ///
  /// Not part of the change, which would copy the list while it is retained here.
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
    at start: Int? = nil,
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
      at: start,
      positions: { positions(of: $0, in: newValue, kind.slots(newValue)) }
    ) {
      storeLinked()
      storedValue = newValue
    }
    didChange()
    withExtendedLifetime(former) {}
  }

  override func undo(at owner: ScopeNode) -> () -> Void {
    guard let former = storedValue ?? linkedValue else { return {} }
    return { [weak self, weak owner] in
      guard let self, let owner else { return }
      owner.observation.change(readKeyPath, to: Value.self, of: owner) {
        replace(with: kind.list?.copy(former, nil) ?? former, of: owner) {}
      }
    }
  }

  override var canRefuseChange: Bool {
    if case .some = storedValue { return true }
    if case .some = linkedValue { return true }
    return false
  }

  override func restoreValue() {
    guard case .none = storedValue else { return }
    guard let list = kind.list else {
      storedValue = linkedValue
      return linkedValue = nil
    }
    storedValue = linkedValue.map { list.copy($0, nil) }
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
