/// The effects of one scope that are in flight, as a pure state machine whose decisions are returned as
/// actions.
///
/// It never runs anything, so every order of events can be tested without a task. Each effect has its own
/// generation, an increasing number that is never reused, so a late end affects no other effect. Whatever leaves the
/// ledger is part of the actions, so that its caller releases it after the access. Complexity: O(log n) to find an
/// effect, and a move of the references behind it to remove it, also among those that share an identifier.
package struct EffectsLedger<ID: Hashable, Work> {
  /// The actions that follow from a decision: cancellations first, then starts.
  package struct Actions {
    package var cancelled: [Work] = []
    package var started: [Work] = []
    /// The effects that start later, after another one.
    package var waiting: [Work] = []
    /// The effects that were removed before they started.
    package var discarded: [Work] = []

    package init() {}
  }

  package struct Entry {
    package let generation: UInt64
    package let work: Work
    package let id: ID?
    package fileprivate(set) var hasStarted: Bool
  }

  /// An effect that has ended, and the effect that follows it.
  package struct End {
    package let work: Work
    /// The effect that waited for this one and starts now.
    package let next: Work?
  }

  /// All effects in flight, oldest first.
  package private(set) var listed: [Entry] = []

  /// The generations of the effects that share an identifier, oldest first.
  private var generationsByID = Dictionary<ID, [UInt64]>()

  package init() {}

  package var isEmpty: Bool { listed.isEmpty }

  /// Returns an effect in flight, or nil when it has ended or was cancelled.
  package subscript(generation: UInt64) -> Work? { index(of: generation).map { listed[$0].work } }

  /// Checks whether an effect is in flight.
  package func contains(_ generation: UInt64) -> Bool { index(of: generation) != nil }

  /// Checks whether an effect waits for another one.
  package func isWaiting(_ generation: UInt64) -> Bool {
    index(of: generation).map { !listed[$0].hasStarted } ?? false
  }

  /// Checks whether an effect with an identifier is in flight.
  package func contains(id: ID) -> Bool { generationsByID[id] != nil }

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
      case .ignore: if !isAlone { return actions.discarded.append(work) }
      case .queue: starts = isAlone
      }
      generationsByID[id, default: []].append(generation)
    }
    listed.append(Entry(generation: generation, work: work, id: id, hasStarted: starts))
    if starts { actions.started.append(work) } else { actions.waiting.append(work) }
  }

  /// Ends an effect; nil when it had ended or been cancelled before, and its result must be dropped.
  package mutating func end(_ generation: UInt64) -> End? {
    guard let index = index(of: generation) else { return nil }
    let entry = listed.remove(at: index)
    return End(work: entry.work, next: entry.id.flatMap { takeTurn(after: generation, of: $0) })
  }

  /// Cancels effects.
  ///
  /// Effects that never started are only removed, and none of them starts in between. Complexity: O(n) for more than
  /// one effect.
  ///
  /// - Parameter actions: receives the actions that follow.
  package mutating func cancel(_ generations: [UInt64], _ actions: inout Actions) {
    var removed: [Entry] = []
    if generations.count == 1 {
      if let index = index(of: generations[0]) { removed = [listed.remove(at: index)] }
    } else {
      let generations = Set(generations)
      removed = listed.filter { generations.contains($0.generation) }
      listed.removeAll { generations.contains($0.generation) }
    }
    for entry in removed {
      if entry.hasStarted {
        actions.cancelled.append(entry.work)
      } else {
        actions.discarded.append(entry.work)
      }
    }
    // The newest first: otherwise the turn of one that was removed might come in between.
    for entry in removed.reversed() {
      if let id = entry.id, let next = takeTurn(after: entry.generation, of: id) {
        actions.started.append(next)
      }
    }
  }

  /// Cancels the effects that share an identifier.
  package mutating func cancel(id: ID, _ actions: inout Actions) {
    if let generations = generationsByID[id] { cancel(generations, &actions) }
  }

  /// Cancels all effects, including those that wait for another.
  package mutating func cancelAll(_ actions: inout Actions) {
    for entry in listed {
      if entry.hasStarted {
        actions.cancelled.append(entry.work)
      } else {
        actions.discarded.append(entry.work)
      }
    }
    listed = []
    generationsByID = [:]
  }

  /// Returns the effect that waited for the removed one, if that was the last before it, and marks it as
  /// started.
  private mutating func takeTurn(after generation: UInt64, of id: ID) -> Work? {
    guard var generations = generationsByID.removeValue(forKey: id) else { return nil }
    if let index = generations.index(ofSorted: generation, by: \.self) { generations.remove(at: index) }
    guard let oldest = generations.first else { return nil }
    generationsByID[id] = generations
    guard let index = index(of: oldest), !listed[index].hasStarted else { return nil }
    listed[index].hasStarted = true
    return listed[index].work
  }

  private func index(of generation: UInt64) -> Int? { listed.index(ofSorted: generation, by: \.generation) }
}

extension Array {
  /// Returns the index of the element with a generation, by which the elements are sorted.
  fileprivate func index(ofSorted generation: UInt64, by generationOf: (Element) -> UInt64) -> Int? {
    // Usually the oldest ends first.
    if let first, generationOf(first) == generation { return startIndex }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if generationOf(self[middle]) < generation { low = middle + 1 } else { high = middle }
    }
    return low < count && generationOf(self[low]) == generation ? low : nil
  }
}
