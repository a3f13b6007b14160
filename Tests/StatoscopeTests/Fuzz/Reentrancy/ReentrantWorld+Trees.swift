import Statoscope

/// What operations in progress are about to put into one property.
///
/// An operation inside of another must not put it anywhere else, nor make a cycle with it: that would be a misuse.
final class ReentrantReservation {
  private let place: ReentrantPlace
  private var scopes: [ReentrantScope] = []

  init(_ place: ReentrantPlace) { self.place = place }

  func add(_ more: [ReentrantScope]) {
    for scope in more { scope.node.reservations.append(place) }
    scopes += more
  }

  /// Ends the reservations; the scopes are in the property, or were removed from it meanwhile.
  func end() {
    for scope in scopes {
      let node = scope.node
      if let index = node.reservations.firstIndex(of: place) { node.reservations.remove(at: index) }
      node.isTouched = true
      node.hadParent = true
    }
    let released = scopes
    scopes = []
    withExtendedLifetime(released) {}
  }
}

extension ReentrantWorld {
  // MARK: What is legal

  func isChanging(_ node: ReentrantNode) -> Bool { changing.contains { $0 === node } }

  /// The parent, without linking anything.
  func parent(of node: ReentrantNode) -> ReentrantNode? {
    guard node.isTouched, let scope = node.scope else { return nil }
    let parent = quietly { (scope.tree.parent as? ReentrantScope)?.node }
    if parent != nil { (node.hadParent, node.initialPlace) = (true, nil) }
    return parent
  }

  /// Checks whether a scope can be put into a property, now and at the end of all operations in progress.
  private func canBePut(_ node: ReentrantNode, at place: ReentrantPlace) -> Bool {
    guard node.scope != nil, node.initialPlace == nil, node.reservations.isEmpty, parent(of: node) == nil
    else {
      return false
    }
    var above = [place.owner]
    while let next = above.popLast() {
      if next === node { return false }
      above += next.reservations.map(\.owner)
      if let place = next.initialPlace { above.append(place.owner) }
      if let parent = parent(of: next) { above.append(parent) }
    }
    return true
  }

  /// A new scope, or one that is the root of another tree.
  private func candidate(at place: ReentrantPlace) -> ReentrantScope? {
    let known = nodes
    if !isGrowing, known.count > 14 || chance(1, in: 2) {
      let start = pick(known.count)
      for offset in known.indices {
        let node = known[(start + offset) % known.count]
        if canBePut(node, at: place), let scope = node.scope { return scope }
      }
    }
    return known.count < 24 ? newScope() : nil
  }

  // MARK: Changes

  /// Makes a tree with effects in flight, before anything else happens.
  func grow(isolation: isolated (any Actor)) {
    permit(8)
    while kept.count > 4 {
      let released = kept.removeFirst()
      withExtendedLifetime(released) {}
    }
    isGrowing = true
    let first = nodes.count
    let root = newScope()
    kept.append(root)
    for _ in 0..<8 {
      let grown = nodes.dropFirst(first)
      guard let scope = grown[grown.startIndex + pick(grown.count)].scope else { break }
      let place = ReentrantPlace(
        owner: scope.node,
        slot: [.optional, .list, .table, .screen, .path, .screens][pick(6)]
      )
      scope.node.isTouched = true
      if let child = candidate(at: place) { change(place, of: scope, to: child) }
    }
    for scope in nodes.dropFirst(first).compactMap(\.scope) {
      if chance(2, in: 3) { send(to: scope, isolation: isolation) }
      if chance(1, in: 2) { kept.append(scope) }
      if chance(1, in: 2) { scope.onUnhandledEffectError = { [self] _ in appRuns(at: .unhandledError) } }
    }
    isGrowing = false
  }

  /// Changes a property of a scope that holds scopes, or takes a scope out of one.
  func changeTree(at scope: ReentrantScope) {
    var slots = ReentrantPlace.Slot.allCases
    if !(scope is ReentrantOwner) { slots.removeLast(2) }
    let place = ReentrantPlace(owner: scope.node, slot: slots[pick(slots.count)])
    switch pick(6) {
    case 0: removeFromSuperscope(scope)
    case 1: move(to: place, of: scope)
    default: change(place, of: scope, to: chance(1, in: 4) ? nil : candidate(at: place))
    }
  }

  private func removeFromSuperscope(_ scope: ReentrantScope) {
    guard scope.node.scope != nil, isRemovable(scope.node) else { return }
    trace("\(scope.node.number).removeFromSuperscope()")
    scope.removeFromSuperscope()
  }

  private func isRemovable(_ node: ReentrantNode) -> Bool {
    guard let parent = parent(of: node), !isChanging(parent), let scope = node.scope else { return false }
    let path = quietly { scope.tree.keyPathFromParent } ?? ""
    return !path.hasPrefix("\\.pinned") && !path.hasPrefix("\\.only")
  }

  /// Takes a scope out of its property, and puts it into another.
  private func move(to place: ReentrantPlace, of scope: ReentrantScope) {
    guard let moved = anyScope(), moved !== scope, isRemovable(moved.node) else { return }
    trace("move \(moved.node.number)")
    moved.removeFromSuperscope()
    if canBePut(moved.node, at: place) { change(place, of: scope, to: moved) }
  }

  private func change(_ place: ReentrantPlace, of scope: ReentrantScope, to child: ReentrantScope?) {
    trace("\(place.owner.number).\(place.slot) with \(child.map { "\($0.node.number)" } ?? "nothing")")
    let reservation = ReentrantReservation(place)
    if let child { reservation.add([child]) }
    // Records which scopes have a parent: the change may remove one that an operation in progress has put there.
    for node in nodes { _ = parent(of: node) }
    child?.node.bringsEffects = isRemoved(place.owner)
    switch place.slot {
    case .optional: scope.optional = child
    case .list: changeList(of: scope, with: child, reservation)
    case .table: changeTable(of: scope, with: child, reservation)
    case .screen: scope.screen = screen(child)
    case .path: changePath(of: scope, with: child, reservation)
    case .screens: changeScreens(of: scope, with: child, reservation)
    case .pinned: if let child { (scope as? ReentrantOwner)?.pinned = child }
    case .only: (scope as? ReentrantOwner)?.only = screen(child) ?? .text(ReentrantState(nextNumber()))
    }
    if isRemoved(place.owner) { child?.node.bringsEffects = true }
    reservation.end()
  }

  /// Checks whether the root of a scope's tree was removed from another tree.
  private func isRemoved(_ node: ReentrantNode) -> Bool {
    var root = node
    while let parent = parent(of: root) ?? initialParent(of: root) { root = parent }
    return root.hadParent
  }

  /// The parent of a scope that is not linked yet.
  private func initialParent(of node: ReentrantNode) -> ReentrantNode? {
    node.initialPlace.flatMap { $0.owner.scope == nil ? nil : $0.owner }
  }

  private func screen(_ child: ReentrantScope?) -> ReentrantScreen? {
    guard let child else { return chance(1, in: 2) ? nil : .text(ReentrantState(nextNumber())) }
    return chance(1, in: 2) ? .detail(child) : .labelled(ReentrantState(nextNumber()), child)
  }

  private func changeList(
    of scope: ReentrantScope,
    with child: ReentrantScope?,
    _ reservation: ReentrantReservation
  ) {
    guard chance(1, in: 2) else {
      return changeInPlace(&scope.list, reservation, scopes: { $0 }, element: child)
    }
    var changed = scope.list
    reservation.add(changed)
    edit(&changed, element: child)
    scope.list = changed
  }

  private func changePath(
    of scope: ReentrantScope,
    with child: ReentrantScope?,
    _ reservation: ReentrantReservation
  ) {
    let screen = screen(child)
    guard chance(1, in: 2) else {
      return changeInPlace(&scope.path, reservation, scopes: { $0.compactMap(\.content) }, element: screen)
    }
    var changed = scope.path
    reservation.add(changed.compactMap(\.content))
    edit(&changed, element: screen)
    scope.path = changed
  }

  private func changeInPlace<Element>(
    _ list: inout [Element],
    _ reservation: ReentrantReservation,
    scopes: ([Element]) -> [ReentrantScope],
    element: Element?
  ) {
    reservation.add(scopes(list))
    appRuns(at: .changeInPlace)
    edit(&list, element: element)
    appRuns(at: .changeInPlace)
  }

  private func edit<Element>(_ list: inout [Element], element: Element?) {
    guard let element else {
      switch pick(4) {
      case 0: list.removeAll()
      case 1: list.shuffle(using: &random)
      case 2: list.reverse()
      default: if !list.isEmpty { list.remove(at: pick(list.count)) }
      }
      return
    }
    switch pick(4) {
    case 0: list.insert(element, at: 0)
    case 1: list = [element]
    case 2 where !list.isEmpty: list[pick(list.count)] = element
    default: list.append(element)
    }
  }

  private func changeTable(
    of scope: ReentrantScope,
    with child: ReentrantScope?,
    _ reservation: ReentrantReservation
  ) {
    let (node, key) = (scope.node, ReentrantKey(number: pick(3)))
    guard !isChanging(node) else {
      // What it holds cannot be read now.
      var changed: [ReentrantKey: ReentrantScope] = [:]
      changed[key] = child
      scope.table = changed
      return
    }
    if chance(1, in: 2) {
      var changed = scope.table
      reservation.add(Array(changed.values))
      if chance(1, in: 3) { changed = [:] }
      changed[key] = child
      // The dictionary may be changing by now, but is not read.
      scope.table = changed
    } else {
      changeTableInPlace(of: scope, key, child, reservation)
    }
  }

  private func changeTableInPlace(
    of scope: ReentrantScope,
    _ key: ReentrantKey,
    _ child: ReentrantScope?,
    _ reservation: ReentrantReservation
  ) {
    let node = scope.node
    // Its observers are notified first, and may read it; then it cannot be read until it has changed.
    func edit(_ table: inout [ReentrantKey: ReentrantScope]) {
      changing.append(node)
      reservation.add(Array(table.values))
      table[key] = child
      appRuns(at: .changeInPlace)
    }
    edit(&scope.table)
    if let index = changing.lastIndex(where: { $0 === node }) { changing.remove(at: index) }
  }

  private func changeScreens(
    of scope: ReentrantScope,
    with child: ReentrantScope?,
    _ reservation: ReentrantReservation
  ) {
    let (key, screen) = (ReentrantKey(number: pick(3)), screen(child))
    func edit(_ screens: inout [ReentrantKey: ReentrantScreen]) {
      reservation.add(screens.values.compactMap(\.content))
      screens[key] = screen
      appRuns(at: .changeInPlace)
    }
    if chance(1, in: 2) {
      edit(&scope.screens)
    } else {
      var changed = scope.screens
      edit(&changed)
      scope.screens = changed
    }
  }
}
