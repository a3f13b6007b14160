/// The effects of one scope that are in flight, as a pure state machine whose decisions are returned as
/// actions.
///
/// It never runs anything, so every order of events can be tested without a task. Each effect has its own
/// generation, an increasing number that is never reused, so a late end affects no other effect. Complexity:
/// O(log n) amortized for each effect, unless stated otherwise.
package struct EffectsLedger<ID: Hashable, Work> {
  /// The actions that follow from a decision: cancellations first, then starts.
  package struct Actions {
    package var cancelled: [Work] = []
    package var started: [Work] = []

    package init() {}
  }

  package struct Entry {
    package let generation: UInt64
    package let work: Work
    package let id: ID?
    package let hasStarted: Bool
  }

  /// An effect that has ended, and the effect that follows it.
  package struct End {
    package let work: Work
    /// The effect that waited for this one and starts now.
    package let next: Work?
  }

  /// An effect without an identifier, as most are.
  private struct Place {
    let work: Work
    let hasID: Bool
    var hasStarted: Bool
  }

  private var places = GenerationList<Place>()
  private var ids: [UInt64: ID] = [:]
  /// The effects that share an identifier.
  private var generationsByID: [ID: GenerationList<Void>] = [:]

  package init() {}

  package var isEmpty: Bool { places.isEmpty }

  /// All effects in flight, oldest first.
  ///
  /// Complexity: O(n).
  package var listed: [Entry] {
    var listed: [Entry] = []
    places.forEach { generation, place in
      let id = place.hasID ? ids[generation] : nil
      listed.append(Entry(generation: generation, work: place.work, id: id, hasStarted: place.hasStarted))
    }
    return listed
  }

  /// Returns an effect in flight, or nil when it has ended or was cancelled.
  package subscript(generation: UInt64) -> Work? { places[generation]?.work }

  /// Checks whether an effect is in flight.
  package func contains(_ generation: UInt64) -> Bool { places.contains(generation) }

  /// Adds an effect according to its policy.
  ///
  /// - Parameter actions: receives the actions that follow.
  package mutating func enqueue(
    _ work: Work,
    generation: UInt64,
    id: ID?,
    policy: EffectPolicy,
    _ actions: inout Actions
  ) {
    var starts = true
    if let id {
      let isAlone = generationsByID[id] == nil
      switch policy {
      case .all: break
      case .replace: cancel(id: id, &actions)
      case .ignore: if !isAlone { return }
      case .queue: starts = isAlone
      }
      ids[generation] = id
      generationsByID[id, default: GenerationList()].append((), generation: generation)
    }
    places.append(Place(work: work, hasID: id != nil, hasStarted: starts), generation: generation)
    if starts { actions.started.append(work) }
  }

  /// Ends an effect; nil when it had ended or been cancelled before, and its result must be dropped.
  package mutating func end(_ generation: UInt64) -> End? {
    guard let place = places.remove(generation) else { return nil }
    return End(work: place.work, next: place.hasID ? takeTurn(after: generation) : nil)
  }

  /// Cancels effects.
  ///
  /// Effects that never started are only removed, and none of them starts in between. Complexity: O(m log m)
  /// for m effects.
  ///
  /// - Parameter actions: receives the actions that follow.
  package mutating func cancel(_ generations: [UInt64], _ actions: inout Actions) {
    var cancelled: [Work] = []
    // The newest first: otherwise the end of one would start another that is about to be cancelled, too.
    for generation in generations.sorted(by: >) {
      guard let place = places.remove(generation) else { continue }
      if place.hasStarted { cancelled.append(place.work) }
      if place.hasID, let next = takeTurn(after: generation) { actions.started.append(next) }
    }
    actions.cancelled += cancelled.reversed()
  }

  /// Cancels the effects that share an identifier.
  package mutating func cancel(id: ID, _ actions: inout Actions) {
    if let generations = generationsByID[id] { cancel(generations.generations, &actions) }
  }

  /// Cancels all effects, including those that wait for another.
  package mutating func cancelAll(_ actions: inout Actions) {
    cancel(places.generations, &actions)
  }

  /// Returns the effect that waited for the removed one, if that was the last before it, and marks it as
  /// started.
  private mutating func takeTurn(after generation: UInt64) -> Work? {
    guard let id = ids.removeValue(forKey: generation) else { return nil }
    _ = generationsByID[id]?.remove(generation)
    guard let oldest = generationsByID[id]?.first else {
      generationsByID[id] = nil
      return nil
    }
    guard let next = places[oldest], !next.hasStarted else { return nil }
    places.change(oldest) { $0.hasStarted = true }
    return next.work
  }
}
