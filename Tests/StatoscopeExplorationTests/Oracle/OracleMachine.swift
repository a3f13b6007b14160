/// The rules of scopes and effects for a model, on plain values: what one step makes of a world.
///
/// Written from DESIGN.md, sections 3 to 5, and from nothing else. No event waits here for another: one comes from
/// outside at a time, and an event that an update sends to another scope runs at once.
struct OracleMachine {
  /// The result of a step.
  enum Outcome: Hashable {
    case accepted
    /// An update threw an `InvalidStateError`.
    case refused
    /// An effect ended in an error that no map turns into an event.
    case failed(code: Int)
  }

  let model: OracleModel
  /// All scopes so far, also those that have left the tree.
  private var heap: OracleWorld

  /// The initial world of a model.
  static func initialWorld(of model: OracleModel) -> OracleWorld {
    var machine = OracleMachine(model, in: OracleWorld(nodes: [OracleNode(.root)]))
    machine.heap.nodes[0].one = machine.makeNode(.part)
    for event in model.given { _ = machine.update(0, OracleCall(event)) }
    return machine.world
  }

  init(_ model: OracleModel, in world: OracleWorld) {
    self.model = model
    heap = world
  }

  /// The scopes of the tree.
  var world: OracleWorld { OracleWorld(reachableIn: heap.nodes) }

  // MARK: Steps

  /// Sends an event from outside.
  mutating func send(_ event: Int, to node: Int) -> Outcome {
    update(node, OracleCall(event)) ? .accepted : .refused
  }

  /// Lets an effect end, or yield an element, in one of its ways.
  mutating func end(_ effect: OraclePending, of node: Int, as consequence: OraclePending.Consequence)
    -> Outcome
  {
    switch consequence.end {
    case .yields: break
    case .completes where effect.effectType.isStream: break
    // An effect leaves the list before its completion event is updated.
    case .completes, .fails: remove(effect.number, of: node)
    }
    guard let call = consequence.call else {
      if case .fails(let code) = consequence.end { return .failed(code: code) }
      return .accepted
    }
    var isAccepted = update(node, call)
    if case .completes = consequence.end, effect.effectType.isStream, isInFlight(effect.number, of: node) {
      // The last element is one like any other, and the end of the stream follows it.
      remove(effect.number, of: node)
      if let last = consequence.lastCall { isAccepted = update(node, last) && isAccepted }
    }
    return isAccepted ? .accepted : .refused
  }

  private func isInFlight(_ effect: Int, of node: Int) -> Bool {
    heap.nodes[node].effects.contains { $0.number == effect }
  }

  private mutating func remove(_ effect: Int, of node: Int) {
    heap.nodes[node].effects.removeAll { $0.number == effect }
    heap.nodes[node].effects.startNext()
  }

  // MARK: Updates

  /// Runs an event.
  ///
  /// - Returns: false when the update threw: then its requests about effects are dropped, and its other changes stay.
  private mutating func update(_ node: Int, _ call: OracleCall) -> Bool {
    var effects = heap.nodes[node].effects
    let departures = heap.nodes[node].departures
    let event = model.event(call.number, of: heap.nodes[node].kind)
    if let condition = event.condition, !holds(condition, node, call, effects) { return false }
    for operation in event.operations {
      guard perform(operation, node, call, &effects) else { return false }
    }
    // A scope that has left its tree lists no effects, and has lost those that it had if it has come back.
    if heap.nodes[node].departures == departures { heap.nodes[node].effects = effects }
    return true
  }

  private mutating func perform(
    _ operation: OracleOperation,
    _ node: Int,
    _ call: OracleCall,
    _ effects: inout [OraclePending]
  ) -> Bool {
    switch operation {
    case .set(let variable, let expression):
      heap.nodes[node].variables[variable] = number(expression, node, call)
    case .require(let condition):
      return holds(condition, node, call, effects)
    case .onlyIf(let condition, let operation):
      return !holds(condition, node, call, effects) || perform(operation, node, call, &effects)
    case .enqueue(let launch):
      if effects.count < model.mostEffects { enqueue(launch, node, call, &effects) }
    case .cancelID(let id):
      effects.cancel { $0.id == id }
    case .cancelWhere(let effectType, let parameter):
      effects.cancel { $0.effectType == effectType && (parameter == nil || $0.parameter == parameter) }
    case .cancelAll:
      effects.cancel { _ in true }
    case .present(let slot, let screen):
      present(screen, in: slot, of: node)
    case .dismiss(let slot, let index):
      dismiss(slot, index, of: node)
    case .reverse(let slot):
      if slot == .row { heap.nodes[node].row.reverse() } else { heap.nodes[node].path.reverse() }
    case .setInChildren(let slot, let variable, let expression):
      let number = number(expression, node, call)
      for child in heap.nodes[node].children(in: slot) { heap.nodes[child].variables[variable] = number }
    case .sendToChildren(let slot, let kind, let event):
      for child in heap.nodes[node].children(in: slot) where heap.nodes[child].kind == kind {
        _ = update(child, OracleCall(event))
      }
    case .sendToRoot(let event):
      _ = update(0, OracleCall(event))
    case .leave:
      leave(node)
    case .park:
      guard let child = heap.nodes[node].maybe else { return true }
      (heap.nodes[node].maybe, heap.nodes[node].spare) = (nil, child)
      removeTree(child)
    case .unpark:
      guard let child = heap.nodes[node].spare, heap.nodes[node].maybe == nil else { return true }
      (heap.nodes[node].maybe, heap.nodes[node].spare) = (child, nil)
      restoreTree(child)
    }
    return true
  }

  private func holds(
    _ condition: OracleCondition,
    _ node: Int,
    _ call: OracleCall,
    _ effects: [OraclePending]
  ) -> Bool {
    condition.holds(in: OracleCursor(world: heap, node: node), for: call, effects: effects.map(\.listed))
  }

  private func number(_ expression: OracleExpression, _ node: Int, _ call: OracleCall) -> Int {
    expression.number(in: OracleCursor(world: heap, node: node), for: call)
  }

  // MARK: Effects

  private func enqueue(
    _ launch: OracleLaunch,
    _ node: Int,
    _ call: OracleCall,
    _ effects: inout [OraclePending]
  ) {
    let ends = (model.ends[launch.effectType] ?? []) + endsOfSome(launch.effectType, at: node)
    let tag = number(launch.map.tag, node, call)
    var effect = OraclePending(
      effectType: launch.effectType,
      parameter: number(launch.parameter, node, call),
      id: launch.id,
      hasStarted: true,
      consequences: ends.map { launch.consequence(of: $0, tag: tag) },
      number: -1
    )
    // Policies are for effects with the same identifier.
    if let id = launch.id {
      switch launch.policy {
      case .all: break
      case .replace: effects.cancel { $0.id == id }
      case .ignore: if effects.contains(where: { $0.id == id }) { return }
      case .queue: effect.hasStarted = !effects.contains { $0.id == id }
      }
    }
    effects.append(effect)
  }

  private func endsOfSome(_ effectType: OracleEffectType, at node: Int) -> [OracleEnd] {
    guard let some = model.endsOfSome, some.effectType == effectType,
      heap.nodes(at: some.target).contains(node)
    else {
      return []
    }
    return some.ends
  }

  // MARK: Children

  private mutating func makeNode(_ kind: OracleKind) -> Int {
    heap.nodes.append(OracleNode(kind))
    return heap.nodes.count - 1
  }

  private mutating func present(_ screen: OracleScreenCase, in slot: OracleSlot, of node: Int) {
    switch slot {
    case .one:
      heap.nodes[node].one.map { removeTree($0) }
      heap.nodes[node].one = makeNode(.part)
    case .maybe:
      heap.nodes[node].maybe.map { removeTree($0) }
      heap.nodes[node].maybe = makeNode(.part)
    case .row:
      if heap.nodes[node].row.count < 2 { heap.nodes[node].row.append(makeNode(.part)) }
    case .named:
      let key = screen.key
      heap.nodes[node].named[key].map { removeTree($0) }
      heap.nodes[node].named[key] = makeNode(.other)
    case .screen:
      heap.nodes[node].screen?.node.map { removeTree($0) }
      heap.nodes[node].screen = state(of: screen)
    case .path:
      if heap.nodes[node].path.count < 2 { heap.nodes[node].path.append(state(of: screen)) }
    case .inner:
      heap.nodes[node].inner.map { removeTree($0) }
      heap.nodes[node].inner = makeNode(.other)
    }
  }

  private mutating func state(of screen: OracleScreenCase) -> OracleScreenState {
    switch screen {
    case .part: .part(makeNode(.part))
    case .other(let tag): .other(makeNode(.other), tag: tag)
    case .note(let number): .note(number)
    }
  }

  private mutating func dismiss(_ slot: OracleSlot, _ index: Int, of node: Int) {
    var child: Int?
    switch slot {
    case .one: break
    case .maybe: child = heap.nodes[node].maybe
    case .row: child = heap.nodes[node].row[ifThere: index]
    case .named: child = heap.nodes[node].named[OracleScreenCase.note(index).key]
    case .screen:
      child = heap.nodes[node].screen?.node
      heap.nodes[node].screen = nil
    case .path:
      guard let last = heap.nodes[node].path.popLast() else { return }
      child = last.node
    case .inner: child = heap.nodes[node].inner
    }
    guard let child else { return }
    heap.nodes[node].remove(child)
    removeTree(child)
  }

  private mutating func leave(_ node: Int) {
    guard let parent = heap.nodes.firstIndex(where: { $0.children.contains(node) }) else { return }
    heap.nodes[parent].remove(node)
    removeTree(node)
  }

  /// Cancels the effects of a scope that has left its tree, and of those below it.
  private mutating func removeTree(_ node: Int) {
    heap.nodes[node].isRemoved = true
    heap.nodes[node].departures += 1
    heap.nodes[node].effects = []
    heap.nodes[node].children.forEach { removeTree($0) }
  }

  private mutating func restoreTree(_ node: Int) {
    heap.nodes[node].isRemoved = false
    heap.nodes[node].children.forEach { restoreTree($0) }
  }
}

extension OracleScreenCase {
  /// The key of a child that is put into a dictionary.
  var key: String {
    switch self {
    case .note(1): "b"
    case .part, .other, .note: "a"
    }
  }
}

extension OracleLaunch {
  /// What an end of the effect causes.
  fileprivate func consequence(of end: OracleEnd, tag: Int) -> OraclePending.Consequence {
    let call =
      switch end {
      case .yields(let value), .completes(let value):
        OracleCall(map.completion, tag: tag, value: map.isConstant ? 0 : value, origin: .completed)
      case .fails(let code):
        map.failure.map { OracleCall($0, tag: tag, value: map.isConstant ? 0 : code, origin: .failed) }
      }
    var last: OracleCall?
    if case .completes = end, effectType.isStream {
      last = map.end.map { OracleCall($0, tag: tag, origin: .ended) }
    }
    return OraclePending.Consequence(end: end, call: call, lastCall: last)
  }
}

extension [OraclePending] {
  fileprivate mutating func cancel(where isCancelled: (OraclePending) -> Bool) {
    removeAll(where: isCancelled)
    startNext()
  }

  /// Starts the effects that wait for none that is in flight.
  fileprivate mutating func startNext() {
    for index in indices where !self[index].hasStarted {
      let id = self[index].id
      self[index].hasStarted = !self[..<index].contains { $0.id == id }
    }
  }
}
