import Statoscope

/// A scope that interprets the current model, whatever its class.
///
/// The model is found by the task, so that it is no state of the scope.
protocol OracleScope: ScopeProtocol, OracleReadable where When: OracleEvents {
  static var kind: OracleKind { get }
  subscript(variable: Int) -> Int { get set }
}

extension OracleScope {
  var kind: OracleKind { Self.kind }

  func variable(_ index: Int) -> Int { self[index] }

  var listedEffects: [OracleListedEffect] { effects.compactMap(OracleListedEffect.init) }

  var note: Int? {
    if case .note(let number)? = (self as? OracleRoot)?.screen { number } else { nil }
  }

  func children(in slot: OracleSlot) -> [any OracleReadable] { scopes(in: slot) }

  fileprivate func scopes(in slot: OracleSlot) -> [any OracleScope] {
    if slot == .inner { return (self as? OraclePart)?.inner.map { [$0] } ?? [] }
    guard let root = self as? OracleRoot else { return [] }
    return switch slot {
    case .one: [root.one]
    case .maybe: root.maybe.map { [$0] } ?? []
    case .row: root.row
    case .named: root.named.sorted { $0.key < $1.key }.map(\.value)
    case .screen: root.screen?.oracleScope.map { [$0] } ?? []
    case .path: root.path.compactMap(\.oracleScope)
    case .inner: []
    }
  }

  /// Receives an event from another scope, as by `send`, but without a line in the log if it is refused.
  func receive(_ event: Int) { _ = try? trySend(When(OracleCall(event))) }

  // MARK: Updates

  func interpret(_ when: When) throws {
    let model = OracleModel.current
    let event = model.event(when.call.number, of: kind)
    if let condition = event.condition { try require(condition, when.call) }
    for operation in event.operations { try perform(operation, when.call, model) }
  }

  private func require(_ condition: OracleCondition, _ call: OracleCall) throws {
    guard holds(condition, call) else { throw InvalidStateError() }
  }

  private func holds(_ condition: OracleCondition, _ call: OracleCall) -> Bool {
    let effects = effectsState.effects.compactMap(OracleListedEffect.init)
    return condition.holds(in: self, for: call, effects: effects)
  }

  private func perform(_ operation: OracleOperation, _ call: OracleCall, _ model: OracleModel) throws {
    switch operation {
    case .set(let variable, let expression): self[variable] = expression.number(in: self, for: call)
    case .require(let condition): try require(condition, call)
    case .onlyIf(let condition, let operation):
      if holds(condition, call) { try perform(operation, call, model) }
    case .enqueue(let launch):
      if effectsState.effects.count < model.mostEffects { enqueue(launch, call) }
    case .cancelID(let id):
      switch id {
      case .text: effectsState.cancelEffect(id: "1")
      case .number: effectsState.cancelEffect(id: 1)
      case .small: effectsState.cancelEffect(id: UInt8(1))
      }
    case .cancelWhere(let effectType, let parameter):
      effectsState.cancelEffect { effect in
        guard let listed = OracleListedEffect(effect) else { return false }
        return listed.effectType == effectType && (parameter == nil || listed.parameter == parameter)
      }
    case .cancelAll: effectsState.cancelAllEffects()
    case .present(let slot, let screen):
      if let part = self as? OraclePart { part.inner = OracleOther() }
      (self as? OracleRoot)?.present(screen, in: slot)
    case .dismiss(let slot, let index):
      if let part = self as? OraclePart { part.inner = nil }
      (self as? OracleRoot)?.dismiss(slot, index)
    case .reverse(let slot):
      guard let root = self as? OracleRoot else { return }
      if slot == .row { root.row.reverse() } else { root.path.reverse() }
    case .setInChildren(let slot, let variable, let expression):
      let number = expression.number(in: self, for: call)
      for child in scopes(in: slot) { child[variable] = number }
    case .sendToChildren(let slot, let kind, let event):
      for child in scopes(in: slot) where child.kind == kind { child.receive(event) }
    case .sendToRoot(let event):
      (tree.root as? any OracleScope)?.receive(event)
    case .leave: removeFromSuperscope()
    case .park: (self as? OraclePlainRoot)?.park()
    case .unpark: (self as? OraclePlainRoot)?.unpark()
    }
  }

  // MARK: Effects

  private func enqueue(_ launch: OracleLaunch, _ call: OracleCall) {
    let parameter = launch.parameter.number(in: self, for: call)
    let tag = launch.map.tag.number(in: self, for: call)
    switch launch.effectType {
    case .load: enqueue(launch.map.applied(to: OracleLoad(parameter: parameter), tag: tag), launch)
    case .save:
      let effect = OracleSave(parameter: OraclePair(first: parameter))
      enqueue(launch.map.applied(to: effect, tag: tag), launch)
    case .feed:
      let mapped: AnyEffect<When> = launch.map.applied(to: OracleFeed(parameter: parameter), tag: tag)
      let end = launch.map.end.map { When(OracleCall($0, tag: tag, origin: .ended)) }
      enqueue(end.map(mapped.mapEnd) ?? mapped, launch)
    }
  }

  private func enqueue(_ effect: AnyEffect<When>, _ launch: OracleLaunch) {
    switch launch.id {
    case .text: effectsState.enqueue(effect, id: "1", policy: launch.policy)
    case .number: effectsState.enqueue(effect, id: 1, policy: launch.policy)
    case .small: effectsState.enqueue(effect, id: UInt8(1), policy: launch.policy)
    case nil: effectsState.enqueue(effect, policy: launch.policy)
    }
  }
}

extension OracleMap {
  fileprivate func applied<When: OracleEvents>(to effect: some Effect<Int>, tag: Int) -> AnyEffect<When> {
    // Only what they need, as the closures of an app would.
    let (completion, isConstant) = (completion, isConstant)
    guard let failure else {
      return isConstant
        ? effect.map { _ in When(OracleCall(completion, tag: tag, origin: .completed)) }
        : effect.map { When(OracleCall(completion, tag: tag, value: $0, origin: .completed)) }
    }
    return effect.mapToResult().map { result in
      switch result {
      case .success(let value):
        When(OracleCall(completion, tag: tag, value: isConstant ? 0 : value, origin: .completed))
      case .failure(let error):
        When(OracleCall(failure, tag: tag, value: isConstant ? 0 : error.code, origin: .failed))
      }
    }
  }
}

extension Error {
  fileprivate var code: Int { (self as? OracleOffline)?.code ?? -1 }
}

extension OracleListedEffect {
  fileprivate init?(_ effect: any Effect) {
    switch effect {
    case let load as OracleLoad: self.init(effectType: .load, parameter: load.parameter)
    case let save as OracleSave: self.init(effectType: .save, parameter: save.parameter.first)
    case let feed as OracleFeed: self.init(effectType: .feed, parameter: feed.parameter)
    default: return nil
    }
  }
}

extension OracleScreen {
  fileprivate var oracleScope: (any OracleScope)? {
    switch self {
    case .part(let part): part
    case .other(let other, _): other
    case .note: nil
    }
  }

  fileprivate init(_ screen: OracleScreenCase) {
    switch screen {
    case .part: self = .part(OraclePart())
    case .other(let tag): self = .other(OracleOther(), tag: tag)
    case .note(let number): self = .note(number)
    }
  }
}

extension OracleRoot {
  fileprivate func present(_ screen: OracleScreenCase, in slot: OracleSlot) {
    switch slot {
    case .one: one = OraclePart()
    case .maybe: maybe = OraclePart()
    case .row: if row.count < 2 { row.append(OraclePart()) }
    case .named: named[screen.key] = OracleOther()
    case .screen: self.screen = OracleScreen(screen)
    case .path: if path.count < 2 { path.append(OracleScreen(screen)) }
    case .inner: break
    }
  }

  fileprivate func dismiss(_ slot: OracleSlot, _ index: Int) {
    switch slot {
    case .one, .inner: break
    case .maybe: maybe = nil
    case .row: if row.indices.contains(index) { row.remove(at: index) }
    case .named: named[OracleScreenCase.note(index).key] = nil
    case .screen: screen = nil
    case .path: _ = path.popLast()
    }
  }
}
