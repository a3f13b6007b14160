import Statoscope
import TestSupport

/// A scope that stops the program when one of its events does not run on the actor that owns it.
final class Roamer: Scope {
  enum When: Sendable {
    /// Starts an effect that ends when its gate opens.
    case wait(Gate<String>)
    /// Starts an effect that leaves the actor at once and ends on a thread of the pool.
    case goElsewhere(String)
    case arrived(String)
    case nothing
    case putLeft
    case putRight
    case removeLeft
  }

  @Subscope var left: Roamer?
  @Subscope var right: Roamer?
  private(set) var received: [String] = []
  private weak var owner: (any Actor)?
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func update(_ when: When) throws {
    guard let owner else { preconditionFailure("an event came while no one owned the scope") }
    owner.preconditionIsolated()
    switch when {
    case .wait(let gate): effectsState.enqueue(PassGate(gate).map(When.arrived))
    case .goElsewhere(let name): effectsState.enqueue(Elsewhere(name: name).map(When.arrived))
    case .arrived(let name): note(name)
    case .nothing: break
    case .putLeft: left = Roamer().owned(by: owner)
    case .putRight: right = Roamer().owned(by: owner)
    case .removeLeft: left = nil
    }
  }

  /// Notes for this scope and all below it who owns them from now on.
  @discardableResult
  func owned(by owner: any Actor) -> Self {
    self.owner = owner
    left?.owned(by: owner)
    right?.owned(by: owner)
    return self
  }

  private func note(_ name: String) {
    received.append(name)
    for watcher in watchers where watcher.count <= received.count { watcher.continuation.resume() }
    watchers.removeAll { $0.count <= received.count }
  }

  /// Waits until so many results have come.
  func receives(_ count: Int, isolation: isolated (any Actor)? = #isolation) async {
    guard received.count < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}

private struct Elsewhere: Effect {
  let name: String
  @concurrent func runEffect() async throws -> String { name }
}

/// An actor that owns a scope, is handed one, and gives it away.
///
/// A scope is given away only while none of its effects can end: between two owners no one may touch it.
actor Residence {
  typealias Place = @Sendable (Roamer) -> Roamer?

  private var roamer: Roamer?
  private var survivors: [Roamer] = []

  /// Takes a scope, and makes its first event here at once, which settles its tree.
  func adopt(_ roamer: sending Roamer) {
    roamer.owned(by: self).send(.nothing)
    self.roamer = roamer
  }

  /// Takes a scope that left its tree and puts it below a new root, so that it starts effects again.
  func adoptBelowNewRoot(_ roamer: sending Roamer) {
    let root = Roamer().owned(by: self)
    root.left = roamer.owned(by: self)
    self.roamer = root.send(.nothing)
  }

  /// Gives the scope away.
  ///
  /// Sound: nothing in this actor keeps it, which the compiler cannot see of a stored property.
  func release() -> sending Roamer? {
    nonisolated(unsafe) let leaving = roamer
    roamer = nil
    return leaving
  }

  /// Takes the left child out of the tree.
  func releaseLeft() -> sending Roamer? {
    nonisolated(unsafe) let leaving = roamer?.left
    roamer?.send(.removeLeft)
    return leaving
  }

  /// Releases the root and keeps its children, to be given away by ``releaseSurvivor()``.
  func dissolve() {
    survivors = [roamer?.left, roamer?.right].compactMap(\.self)
    roamer = nil
  }

  func releaseSurvivor() -> sending Roamer? {
    nonisolated(unsafe) let leaving = survivors.popLast()
    return leaving
  }

  /// Puts a scope that lived elsewhere below the one that lives here.
  func adoptLeft(_ child: sending Roamer) {
    roamer?.left = child.owned(by: self)
  }

  func send(_ events: Roamer.When..., to place: Place = { $0 }) {
    guard let scope = roamer.flatMap(place) else { preconditionFailure("no scope is there") }
    for event in events { scope.send(event) }
  }

  /// Sends from a closure in which `#isolation` is nil.
  func sendUnnamed(_ event: Roamer.When) {
    let roamer = roamer
    let body: () -> Void = { _ = roamer?.send(event) }
    body()
  }

  func received(_ count: Int, by place: Place = { $0 }) async -> [String] {
    guard let scope = roamer.flatMap(place) else { return [] }
    await scope.receives(count)
    return scope.received
  }

  func effectCount(of place: Place = { $0 }) -> Int? { roamer.flatMap(place)?.effects.count }
}
