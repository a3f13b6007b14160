extension EffectCourier {
  /// Starts the effect for a host: where its executor is, with the task known to it.
  func task(as hosted: EffectTask, isolation: isolated (any Actor)?) -> Task<Void, Never> {
    let host = hosted.host
    host.began(hosted)
    let place = host.place(for: isolation)
    return Task(executorPreference: host.executor) { await work(as: hosted, isolation: place) }
  }

  private func work(as hosted: EffectTask, isolation: isolated (any Actor)?) async {
    defer { hosted.host.ended(hosted) }
    guard !run.isCancelled else { return }
    await hosted.run {
      await EffectInjection.$current.withValue(injection) { await work(isolation: isolation) }
    }
  }

  /// Lets the host hold a result that is an event.
  ///
  /// - Returns: whether it was held; another result is to be brought home.
  func isHeld(_ result: Delivery, as hosted: EffectTask) async -> Bool {
    guard let when = result.event else {
      if case .failure(let error) = result { hosted.host.lost(error, of: hosted) }
      return false
    }
    let event = HeldEvent(run: run, when: when, effect: hosted) {
      // As a plan's own events: the tree's home is the one that it has.
      handOver(result, isolation: nil)
    }
    await hosted.host.hold(event)
    return true
  }
}

extension EffectCourier.Delivery {
  /// The event that it brings, if any.
  fileprivate var event: When? {
    switch self {
    case .element(let when), .last(let when): when
    case .silence, .failure: nil
    }
  }
}
