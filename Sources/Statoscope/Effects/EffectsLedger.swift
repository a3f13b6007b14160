/// Which effects of one scope are under way: a value that decides, and says what to do about it.
///
/// It never runs anything, so every order of events can be tested without a task. Each effect has its own
/// generation, a number never used again, so an end that comes late touches nothing but itself.
package struct EffectsLedger<Work> {
  /// What is to be done, in this order, after something was decided.
  package enum Action: Equatable {
    case start(generation: UInt64)
    case cancel(generation: UInt64)
  }

  package struct Entry {
    package let generation: UInt64
    package let work: Work
    package let id: AnyHashable?
    package fileprivate(set) var hasStarted: Bool
  }

  private var entries: [UInt64: Entry] = [:]
  /// The generations that share an id, oldest first.
  private var generationsByID: [AnyHashable: [UInt64]] = [:]

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// All effects under way, oldest first.
  ///
  /// Complexity: O(n log n).
  package var listed: [Entry] { entries.values.sorted { $0.generation < $1.generation } }

  package subscript(generation: UInt64) -> Entry? { entries[generation] }

  package mutating func enqueue(_ work: Work, generation: UInt64, id: AnyHashable?, policy: EffectPolicy)
    -> [Action]
  {
    guard let id else {
      entries[generation] = Entry(generation: generation, work: work, id: nil, hasStarted: true)
      return [.start(generation: generation)]
    }
    let others = generationsByID[id] ?? []
    var actions: [Action] = []
    switch policy {
    case .all:
      break
    case .replace:
      actions += cancel(others)
    case .ignore:
      if !others.isEmpty { return [] }
    case .queue:
      break
    }
    let starts = policy != .queue || others.isEmpty
    entries[generation] = Entry(generation: generation, work: work, id: id, hasStarted: starts)
    generationsByID[id, default: []].append(generation)
    return starts ? actions + [.start(generation: generation)] : actions
  }

  /// Ends an effect; nil when it had ended or been cancelled before, and its result is to be dropped.
  package mutating func end(_ generation: UInt64) -> [Action]? {
    guard let entry = entries[generation] else { return nil }
    return remove(entry)
  }

  /// Cancels effects.
  ///
  /// Those that never started are only forgotten, and none of them starts on the way.
  package mutating func cancel(_ generations: [UInt64]) -> [Action] {
    var actions: [Action] = []
    var next: [Action] = []
    // The newest first: else the end of one would start another that is about to be cancelled too.
    for generation in generations.sorted(by: >) {
      guard let entry = entries[generation] else { continue }
      if entry.hasStarted { actions.append(.cancel(generation: generation)) }
      next += remove(entry)
    }
    return actions.reversed() + next
  }

  /// Cancels the effects that share an id.
  package mutating func cancel(id: AnyHashable) -> [Action] {
    cancel(generationsByID[id] ?? [])
  }

  /// Cancels all; those that waited for one of them never start.
  package mutating func cancelAll() -> [Action] {
    cancel(Array(entries.keys))
  }

  /// Takes an entry out, and starts the one that waited for it, if that was the last before it.
  private mutating func remove(_ entry: Entry) -> [Action] {
    entries[entry.generation] = nil
    guard let id = entry.id, var others = generationsByID[id] else { return [] }
    others.removeAll { $0 == entry.generation }
    generationsByID[id] = others.isEmpty ? nil : others
    guard let oldest = others.first, entries[oldest]?.hasStarted == false else { return [] }
    entries[oldest]?.hasStarted = true
    return [.start(generation: oldest)]
  }
}
