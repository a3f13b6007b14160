extension EffectCourier {
  /// Starts the effect for a host: where its executor is, with the task known to it.
  func task(as hosted: EffectTask, isolation: isolated (any Actor)?) -> Task<Void, Never> {
    let host = hosted.host
    host.began(hosted)
    let place = host.place(for: isolation)
    return Task(executorPreference: host.executor) { await run(as: hosted, isolation: place) }
  }

  private func run(as hosted: EffectTask, isolation: isolated (any Actor)?) async {
    defer { hosted.host.ended(hosted) }
    guard !withdrawal.hasHappened else { return }
    await hosted.run {
      await EffectInjection.$current.withValue(work.injection) { await run(isolation: isolation) }
    }
  }

  /// Lets the host hold a result that is an event.
  ///
  /// - Returns: whether it was held; another result is to be brought home.
  func isHeld(_ result: EffectsHandler<When>.Delivery, as hosted: EffectTask) async -> Bool {
    guard let when = result.event else {
      if case .end(.failure(let error)) = result { hosted.host.lost(error, of: hosted) }
      return false
    }
    let event = HeldEvent(scope: node, when: when, effect: hosted) {
      // As a plan's own events: the tree's home is the one that it has.
      handOver(result, isolation: nil)
    }
    await hosted.host.hold(event)
    return true
  }
}

extension EffectsHandler.Delivery {
  /// The event that it brings, if any.
  fileprivate var event: When? {
    switch self {
    case .element(let when): when
    case .end(.success(let when)): when
    case .end(.failure): nil
    }
  }
}
