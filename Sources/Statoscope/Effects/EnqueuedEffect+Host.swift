extension EnqueuedEffect {
  /// Starts the effect for a host: where its executor is, with the task known to it.
  final func task(as hosted: EffectTask, isolation: (any Actor)?) -> Task<Void, Never> {
    let host = hosted.host
    host.began(hosted)
    let place = host.place(for: isolation)
    return Task(executorPreference: host.executor) { await self.work(as: hosted, isolation: place) }
  }

  private final func work(as hosted: EffectTask, isolation: isolated (any Actor)?) async {
    defer { hosted.host.ended(hosted) }
    guard !isCancelled else { return }
    await hosted.run {
      await EffectInjection.$current.withValue(injection) { await work(isolation: isolation) }
    }
  }
}
