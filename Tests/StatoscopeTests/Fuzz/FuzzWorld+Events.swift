import Statoscope

extension FuzzWorld {
  /// Sends an event, and checks that it came through as it should.
  func post(to scope: FuzzScope, isolation: isolated (any Actor)?) {
    guard nesting < 6 else { return }
    nesting += 1
    defer { nesting -= 1 }
    let node = scope.node
    let event = FuzzEvent(number: -nextNumber())
    let (isNamed, isBusy) = (isolation != nil, node.isBusy)
    report.trace(
      "send \(event.number) to \(node.number)\(isNamed ? ", named" : "")\(isBusy ? ", queued" : "")"
    )
    if isNamed { node.root.hasHome = true }
    if isBusy { node.queued.append(event.number) }
    if chance(1, in: 3) {
      scope.send(event, isolation: isolation)
    } else {
      trySend(event, to: scope, isolation: isolation)
    }
    // A scope that is released at the very end of another's event finds that one busy still.
    if !isBusy, !arrived.contains(event.number) { node.queued.append(event.number) }
  }

  private func trySend(_ event: FuzzEvent, to scope: FuzzScope, isolation: isolated (any Actor)?) {
    let (refusals, deinits) = (refused.count, self.deinits)
    defer { noteDepartures() }
    do {
      try scope.trySend(event, isolation: isolation)
      if refused.contains(event.number) {
        report.violation("event \(event.number) had effects refused, and trySend did not throw")
      }
    } catch is FuzzFailure {
    } catch let error as EffectIsolationError {
      // A scope above may have been released at the very end of the event, and one that is being deinitialized may
      // find effects that only it can still cancel.
      if refused.count == refusals, self.deinits == deinits, !scope.node.isEnding {
        report.violation("event \(event.number) was refused its effects for no reason: \(error)")
      }
    } catch {
      report.violation("event \(event.number) threw \(error)")
    }
  }

  /// Runs a middleware or an update of a scope; the outermost begins and ends the event.
  func run(_ node: FuzzNode, _ event: FuzzEvent, _ body: () throws -> Void) throws {
    enter()
    defer { leave() }
    let isOutermost = node.depth == 0
    if isOutermost { arrive(event, at: node) }
    node.depth += 1
    do {
      try body()
      node.depth -= 1
    } catch {
      node.depth -= 1
      if isOutermost { node.staged = [] }
      node.isClosing = isOutermost
      throw error
    }
    node.isClosing = isOutermost
    if isOutermost, node.commit(canStart: canStart(node)) { refused.insert(event.number) }
  }

  private func canStart(_ node: FuzzNode) -> Bool {
    isEnqueueOnly || !node.isEnding && node.root.hasHome && !isPlaceEnding
  }

  private func arrive(_ event: FuzzEvent, at node: FuzzNode) {
    report.trace("event \(event.number) runs in \(node.number)")
    arrived.insert(event.number)
    node.isClosing = false
    if !node.queued.isEmpty {
      if node.queued.first != event.number {
        report.violation("event \(event.number) overtook \(node.queued) of scope \(node.number)")
      }
      node.queued.removeAll { $0 == event.number }
    }
    if case .sent = event.source {} else { orphans = [] }
    switch event.source {
    case .sent: break
    case .ended(let order): end(order, .completed, in: node)
    case .failed(let order): end(order, .failed, in: node)
    case .element(let order, let element):
      if node.orders[order.number] == nil {
        report.violation(
          "element \(element) of effect \(order.number) came to scope \(node.number), which has it not"
        )
      }
      order.receives(element)
    }
  }

  private func end(_ order: FuzzOrder, _ fate: FuzzOrder.Fate, in node: FuzzNode) {
    report.trace("effect \(order.number) of \(node.number) \(fate)")
    if !node.end(order, fate) {
      report.violation("effect \(order.number) came to scope \(node.number) as \(fate), which has it not")
    }
  }

  /// Takes an error that nothing mapped.
  func receives(_ error: any Error, in node: FuzzNode) {
    enter()
    defer { leave() }
    guard let order = (error as? FuzzFailure)?.order else { return report.violation("unhandled: \(error)") }
    end(order, .failed, in: node)
  }

  /// Handles an event of a scope.
  func update(_ scope: FuzzScope, _ event: FuzzEvent) throws {
    let node = scope.node
    try run(node, event) {
      if node.isUpdating { report.violation("scope \(node.number) was re-entered") }
      node.isUpdating = true
      defer { node.isUpdating = false }
      let stagedBefore = node.staged.count
      do {
        guard !event.isEmpty else { return }
        for _ in 0..<Int.random(in: 0...4, using: &random) { takeStep(.updating(scope), isolation: nil) }
        if chance(1, in: 12) { throw FuzzFailure() }
      } catch {
        node.staged.removeSubrange(stagedBefore...)
        throw error
      }
    }
  }

  /// Wraps an event at random.
  func wrap(_ node: FuzzNode, _ event: FuzzEvent, _ next: (FuzzEvent) throws -> Void) throws {
    try run(node, event) {
      switch Int.random(in: 0..<16, using: &random) {
      case 0: report.trace("event \(event.number) is dropped")
      case 1:
        var changed = event
        changed.isEmpty = true
        try next(changed)
      case 2:
        try next(event)
        try next(event)
      case 3: throw FuzzFailure()
      case 4:
        try next(event)
        throw FuzzFailure()
      case 5: try? next(event)
      case 6:
        takeStep(.outside, isolation: nil)
        try next(event)
        takeStep(.outside, isolation: nil)
      default: try next(event)
      }
    }
  }

  /// Is called as a subscriber.
  func notify(_ scope: FuzzScope) {
    enter()
    defer { leave() }
    let node = scope.node
    if node.depth > 0 { report.violation("a subscriber of scope \(node.number) was called during its event") }
    node.isClosing = false
    node.notifying += 1
    defer { node.notifying -= 1 }
    check(scope)
    if chance(1, in: 3) { takeStep(.outside, isolation: nil) }
  }
}

extension FuzzNode {
  /// Whether an event sent now has to wait.
  fileprivate var isBusy: Bool { depth > 0 || notifying > 0 }
}
