import Statoscope
import TestSupport
import Testing

/// The actor that the scope of a test lives on.
enum BenchHome: CaseIterable {
  case mainActor
  case actorOfItsOwn

  /// Runs a test with a bench that lives here.
  func run(_ body: @Sendable (PolicyBench, isolated any Actor) async throws -> Void) async rethrows {
    switch self {
    case .mainActor: try await run(body, on: MainActor.shared)
    case .actorOfItsOwn: try await run(body, on: BenchActor())
    }
  }

  private func run(
    _ body: @Sendable (PolicyBench, isolated any Actor) async throws -> Void,
    on home: isolated any Actor
  ) async rethrows {
    let bench = PolicyBench()
    try await body(bench, home)
    await bench.openAll()
  }
}

private actor BenchActor {}

struct NotedFailure: Error {}

/// A scope under test with named effects, each of which waits at the gate of its name.
///
/// It belongs to the actor that made it, like the scope inside.
final class PolicyBench {
  let journal = NotedRuns()
  let worker = PolicyWorker()
  private var gates: [String: Gate<String>] = [:]

  var listed: [String] { worker.effects.compactMap { ($0 as? NotedEffect)?.name } }

  func effect(_ name: String) -> NotedEffect { NotedEffect(name: name, gate: gate(name), journal: journal) }

  func gate(_ name: String) -> Gate<String> {
    if let known = gates[name] { return known }
    let gate = Gate<String>()
    gates[name] = gate
    return gate
  }

  func start(
    _ name: String,
    id: String?,
    _ policy: EffectPolicy,
    isMapped: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) {
    worker.send(isMapped ? .start(effect(name), id, policy) : .startUnmapped(effect(name), id, policy))
  }

  /// Lets the rest end, which would leak else: a gate knows nothing of cancellation.
  func openAll(isolation: isolated (any Actor)? = #isolation) async {
    for (name, gate) in gates { await gate.open(name) }
  }

  /// Lets an effect end and waits until its event has come.
  func end(_ name: String, isolation: isolated (any Actor)? = #isolation) async {
    let count = worker.received.count
    await gate(name).open(name)
    await worker.receives(count + 1)
  }
}

/// An effect that notes when it begins and ends.
struct NotedEffect: Effect {
  let name: String
  let gate: Gate<String>
  let journal: NotedRuns

  func runEffect() async throws -> String {
    journal.note("\(name) begins")
    let end: Result<String, any Error>
    do { end = .success(try await gate.pass()) } catch { end = .failure(error) }
    journal.note("\(name) ends, cancelled: \(Task.isCancelled)")
    return try end.get()
  }
}

/// What effects noted, with a wait for so many notes.
final class NotedRuns: Sendable {
  private struct State: Sendable {
    var notes: [String] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  var notes: [String] { state.withLock { $0.notes } }

  func note(_ note: String) {
    let ready = state.withLock { state in
      state.notes.append(note)
      let (ready, waiting) = (
        state.watchers.filter { $0.count <= state.notes.count },
        state.watchers.filter { $0.count > state.notes.count }
      )
      state.watchers = waiting
      return ready
    }
    for watcher in ready { watcher.continuation.resume() }
  }

  /// Waits until so many notes are there.
  func note(count: Int) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard state.notes.count < count else { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }
}

/// A scope whose effects get their ids and policies from its events.
final class PolicyWorker: Scope {
  enum When: Sendable {
    case start(NotedEffect, String?, EffectPolicy)
    case startUnmapped(NotedEffect, String?, EffectPolicy)
    case startTwo(NotedEffect, NotedEffect, String, EffectPolicy)
    case upsetQueueAndThrow(NotedEffect, String)
    case cancelID(String)
    case cancelNamed(String)
    case ended(Result<String, any Error>)
  }

  private(set) var received: [String] = []
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func update(_ when: When) throws {
    switch when {
    case .start(let effect, let id, let policy): enqueue(effect, id, policy)
    case .startUnmapped(let effect, let id, let policy):
      effectsState.enqueue(effect.map { .ended(.success($0)) }, id: id, policy: policy)
    case .startTwo(let first, let second, let id, let policy):
      enqueue(first, id, policy)
      enqueue(second, id, policy)
    case .upsetQueueAndThrow(let effect, let id):
      enqueue(effect, id, .queue)
      enqueue(effect, id, .replace)
      effectsState.cancelEffect(id: id)
      effectsState.cancelAllEffects()
      throw NotedFailure()
    case .cancelID(let id): effectsState.cancelEffect(id: id)
    case .cancelNamed(let prefix):
      effectsState.cancelEffect { ($0 as? NotedEffect)?.name.hasPrefix(prefix) == true }
    case .ended(.success(let text)): note(text)
    case .ended(.failure(let error)): note("failed: \(error)")
    }
  }

  private func enqueue(_ effect: NotedEffect, _ id: String?, _ policy: EffectPolicy) {
    effectsState.enqueue(effect.mapToResult().map(When.ended), id: id, policy: policy)
  }

  private func note(_ line: String) {
    received.append(line)
    for watcher in watchers where watcher.count <= received.count { watcher.continuation.resume() }
    watchers.removeAll { $0.count <= received.count }
  }

  /// Waits until so many results have come.
  func receives(_ count: Int, isolation: isolated (any Actor)? = #isolation) async {
    guard received.count < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}
