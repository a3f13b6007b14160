/// The storage of a `@Subscope` property: its value, and the children that are linked because of it.
@usableFromInline
final class TypedSubscopeLink<Value: SubscopeValue>: SubscopeLink {
  /// Returns the scopes in a value; made in the user's module, as the closures of the list are.
  @usableFromInline let findSlots: (Value) -> [ScopeNode?]

  @usableFromInline let comparison: SubscopeComparison<Value>?

  /// The value; nil while it is changed in place, and once the owner is being released.
  @usableFromInline var storedValue: Value?

  /// The list whose children are linked, in storage of its own, from its first change in place on: that is found by
  /// comparison.
  ///
  /// For another value, only during a change in place that may be refused.
  @usableFromInline var linkedValue: Value?

  /// The linked scopes, where the value is not enough: those of cases, which may name another scope each time they are
  /// asked, and of what is no list from its first change in place on.
  @usableFromInline var linkedSlots: [ScopeNode?]?

  @usableFromInline
  init(
    _ value: Value,
    slots: @escaping (Value) -> [ScopeNode?],
    _ comparison: SubscopeComparison<Value>?
  ) {
    findSlots = slots
    self.comparison = comparison
    storedValue = value
  }

  /// What compares and changes a list whose elements hold one scope each; nil for other values.
  @inlinable var list: SubscopeList<Value>? {
    if case .list(let list)? = comparison { list } else { nil }
  }

  deinit {
    guard storedValue != nil else { return }
    if isLinked { unlinkReplaced(children) }
    (linkedValue, linkedSlots) = (nil, nil)
    // The owner was released before its links were found, so its release did not handle the children.
    if Value.subscopeTraits.asksApp || storedValue.map(findSlots)?.isEmpty == false {
      var value = storedValue.take() as Any?
      SubtreeRelease.releaseUnlinked(&value)
    }
  }

  /// The property's value, available as long as the owner exists; during a change in place, the former value.
  @inlinable var value: Value { storedValue ?? valueBeforeChange }

  @usableFromInline var valueBeforeChange: Value {
    guard let linkedValue else { readDuringChange.trap() }
    if list == nil { readDuringChange.refuse() }
    return linkedValue
  }

  private var readDuringChange: Misuse {
    .subscopeReadDuringChange(property: "\(owner?.node?.typeName ?? "a released scope").\(name)")
  }

  // MARK: Children

  private var slots: [ScopeNode?] {
    if let linkedSlots { return linkedSlots }
    // Cases are asked once, when they are linked.
    guard !Value.subscopeTraits.asksApp, let value = linkedValue ?? storedValue else { return [] }
    return findSlots(value)
  }

  override func appendChildren(to list: inout [ScopeNode]) {
    let traits = Value.subscopeTraits
    if traits.isWhole, !traits.asksApp, !isContested {
      if let child = storedValue?.subscope { list.append(child) }
      return
    }
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
    let (slots, positions) = (isContested ? ownSlots : slots, value.subscopePositions)
    return sorted(
      slots.indices.compactMap { slot in slots[slot].map { ($0, Self.position(slot, in: positions)) } },
      by: \.1
    )
  }

  override var sortedChildren: [ScopeNode] {
    list != nil || Value.subscopeTraits.isWhole ? children : positions.map(\.child)
  }

  override func position(of child: ScopeNode) -> SubscopePosition? {
    guard let value = linkedValue ?? storedValue, let slot = slots.firstIndex(where: { $0 === child }) else {
      return nil
    }
    return list?.position(value, slot) ?? Self.position(slot, in: value.subscopePositions)
  }

  override func elements(_ range: Range<Int>?, of count: Int) -> [ScopeNode]? {
    guard !isContested, let list, !Value.subscopeTraits.asksApp, let value = linkedValue ?? storedValue else {
      return nil
    }
    guard range == nil || list.count(value) == count else { return nil }
    return list.slots(value, range ?? 0..<list.count(value)).compactMap(\.self)
  }

  override func linkInitialChildren(to owner: ScopeNode) {
    let (count, value) = (changeCount, value)
    let slots = findSlots(value)
    // A case that was asked for its scope may have set the property.
    guard changeCount == count else { return }
    change(
      removing: [],
      adding: slots,
      of: owner,
      isInitial: true,
      positions: { positions(of: $0, in: value, slots) }
    ) {
      storeLinked(value, Difference(range: 0..<0, removed: [], added: slots))
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
      var (rest, difference, count) = (value, Difference?.none, changeCount)
      repeat {
        count = changeCount
        guard child.isHeld(by: self), let slot = slots.firstIndex(where: { $0 === child }) else {
          return
        }
        rest = linkedValue ?? value
        guard rest.removeSubscope(at: slot) else { return refuseRemoval(of: child, from: owner) }
        // Asked here: a case may move one of the others away.
        difference = self.difference(to: rest)
      } while changeCount != count
      guard let difference else { return }
      replace(difference, with: rest, of: owner) {}
    }
    withExtendedLifetime((child, former)) {}
  }

  /// Returns the value for a change, that of a list or of scopes by key for a change in place; ``replace(with:of:_:)`` ends
  /// the change.
  ///
  /// Until then the property has its former value for readers, but that of scopes by key cannot be read.
  @inlinable
  func beginChange() -> Value {
    // Moved out of the property, because a change would otherwise copy it.
    if let list {
      if linkedValue == nil { linkedValue = storedValue.map { list.copy($0, nil) } }
    } else if Value.subscopeTraits.isWhole || Value.subscopeTraits.asksApp {
      // What is asked for its scopes may read and change the property.
      return value
    } else {
      storeEventPaths()
      if linkedSlots == nil { linkedSlots = storedValue.map(findSlots) }
      copyForRefusal()
    }
    return storedValue.take() ?? valueBeforeChange
  }

  /// Copies a value that is about to be changed in place, where misuse does not stop the program.
  @usableFromInline
  func copyForRefusal() {
    if Misuse.receiver != nil { linkedValue = storedValue }
  }

  /// Sets another value: children that leave are unlinked, children that stay keep their effects.
  ///
  /// Compiled in the user's module, where the value's type is known; generic code would take four times as long. Complexity: O(children
  /// that were added, removed or moved), besides the comparison of the values.
  ///
  /// - Parameter didChange: notifies the observers of the property.
  @inlinable
  @inline(never)
  func replace(with newValue: Value, of owner: ScopeNode, _ didChange: () -> Void) {
    if Value.subscopeTraits.asksApp { return replaceAsking(newValue, of: owner, didChange) }
    replace(difference(to: newValue), with: newValue, of: owner, didChange)
  }

  /// Sets another value, which is asked for its scopes before anything changes.
  @usableFromInline
  func replaceAsking(_ newValue: Value, of owner: ScopeNode, _ didChange: () -> Void) {
    let count = changeCount
    var difference = difference(to: newValue)
    if changeCount != count {
      let slots = slots
      difference = Difference(range: slots.indices, removed: slots, added: findSlots(newValue))
    }
    replace(difference, with: newValue, of: owner, didChange)
  }

  /// The scopes that a change removes, and those that take their places.
  ///
  /// In a list, their indices are those of its elements, too.
  @usableFromInline
  struct Difference {
    @usableFromInline let range: Range<Int>
    @usableFromInline let removed: [ScopeNode?]
    @usableFromInline let added: [ScopeNode?]

    @usableFromInline
    init(range: Range<Int>, removed: [ScopeNode?], added: [ScopeNode?]) {
      self.range = range
      self.removed = removed
      self.added = added
    }
  }

  /// Returns what a change to a value replaces; cases are asked for their scopes, which runs code of the app.
  ///
  /// Not part of the change, which would copy a list while it is retained here.
  @inlinable
  @inline(__always)
  func difference(to newValue: Value) -> Difference {
    // An initial case that is asked for its scope may set the property.
    if Value.subscopeTraits.asksApp, linkedSlots == nil {
      return Difference(range: 0..<0, removed: [], added: findSlots(newValue))
    }
    let traits = Value.subscopeTraits
    if traits.isWhole, !traits.asksApp {
      let removed = findSlots(value)
      return Difference(range: removed.indices, removed: removed, added: findSlots(newValue))
    }
    guard let list else {
      // Not the operator, within which the property would be accessed.
      let linked = if let linkedSlots { linkedSlots } else { findSlots(value) }
      if case .keyed(let difference)? = comparison {
        let (range, added) = difference(linked, newValue)
        return Difference(range: range, removed: range.isEmpty ? [] : Array(linked[range]), added: added)
      }
      let added = findSlots(newValue)
      let (start, end) = ElementBytes.common(linked, added)
      let range = start..<linked.count - end
      return Difference(
        range: range,
        removed: range.isEmpty ? [] : Array(linked[range]),
        added: Array(added[start..<added.count - end])
      )
    }
    let linked = if let linkedValue { linkedValue } else { value }
    let (range, new) = list.difference(linked, newValue)
    var removed: [ScopeNode?] = []
    if !range.isEmpty {
      removed =
        if traits.asksApp, let linkedSlots { Array(linkedSlots[range]) } else { list.slots(linked, range) }
    }
    return Difference(range: range, removed: removed, added: list.slots(newValue, new))
  }

  /// Replaces children, and the value.
  @inlinable
  func replace(
    _ difference: Difference,
    with newValue: Value,
    of owner: ScopeNode,
    _ didChange: () -> Void
  ) {
    // Released at the end, like the scopes: a case may hold more than its scope.
    let former = (storedValue, valueBeforeChange(in: difference.range))
    change(
      removing: difference.removed,
      adding: difference.added,
      of: owner,
      at: list == nil ? nil : difference.range.lowerBound,
      positions: { positions(of: $0, in: newValue, findSlots(newValue)) }
    ) {
      storeLinked(newValue, difference)
      storedValue = newValue
    }
    didChange()
    withExtendedLifetime(former) {}
  }

  /// Returns what the linked value holds besides scopes, as far as it is replaced.
  @inlinable
  @inline(__always)
  func valueBeforeChange(in range: Range<Int>) -> Value? {
    let traits = Value.subscopeTraits
    if traits.isWhole { return nil }
    guard let list else { return linkedValue }
    return traits.asksApp ? linkedValue.map { list.copy($0, range) } : nil
  }

  /// Makes what is linked equal to a new value.
  @inlinable
  @inline(__always)
  func storeLinked(_ newValue: Value, _ difference: Difference) {
    let traits = Value.subscopeTraits
    if traits.isWhole, !traits.asksApp { return }
    if traits.asksApp, linkedSlots == nil {
      linkedSlots = difference.added
      return linkedValue = list?.copy(newValue, nil)
    }
    if traits.asksApp || list == nil {
      linkedSlots?.replaceSubrange(difference.range, with: difference.added)
    }
    // Moved out, because the change would otherwise copy it.
    guard var linked = linkedValue.take(), let list else { return }
    let start = difference.range.lowerBound
    list.replace(&linked, difference.range, newValue, start..<start + difference.added.count)
    linkedValue = linked
  }

  override func undo(at owner: ScopeNode) -> () -> Void {
    guard let former = storedValue ?? linkedValue else { return {} }
    return { [weak self, weak owner] in
      guard let self, let owner else { return }
      owner.observation.change(readKeyPath, to: Value.self, of: owner) {
        replace(with: list?.copy(former, nil) ?? former, of: owner) {}
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
    guard let list else {
      storedValue = linkedValue
      return linkedValue = nil
    }
    storedValue = linkedValue.map { list.copy($0, nil) }
  }

  // MARK: Positions

  /// The positions of a scope in a value that is not linked yet.
  @usableFromInline
  func positions(of child: ScopeNode, in value: Value, _ slots: [ScopeNode?]) -> [SubscopePosition] {
    let positions = value.subscopePositions
    return sorted(
      slots.indices.filter { slots[$0] === child }.map { Self.position($0, in: positions) },
      by: \.self
    )
  }

  /// Returns a position; a collection of the app's own may name fewer than it has scopes.
  private static func position(_ slot: Int, in positions: [SubscopePosition]) -> SubscopePosition {
    slot < positions.count ? positions[slot] : SubscopePosition(.only)
  }

  /// Sorts what has positions in a dictionary by the texts of their keys.
  private func sorted<Element>(_ elements: [Element], by position: (Element) -> SubscopePosition) -> [Element]
  {
    let keys = elements.compactMap { position($0).sortedBy }
    guard keys.count == elements.count else { return elements }
    return zip(keys, elements).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
