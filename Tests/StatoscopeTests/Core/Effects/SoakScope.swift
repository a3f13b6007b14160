import Statoscope
import TestSupport

/// What an effect of the soak does before it ends.
enum SoakWork: Sendable {
  case nothing
  case yields(Int)
  /// Waits for others, whether or not it is cancelled meanwhile.
  case waits(Gate<Void>)
  case waitsUntilCancelled
}

/// One effect to be enqueued, and all that is random about it.
struct SoakOrder: Sendable {
  let record: SoakRecord
  let work: SoakWork
  let fails: Bool
  let isMapped: Bool
  let runsElsewhere: Bool
  let id: String?
  let policy: EffectPolicy
  /// Enqueued by the event that this one ends in.
  let next: [SoakOrder]
}

struct SoakFailure: Error, CustomStringConvertible {
  let record: SoakRecord
  var description: String { "SoakFailure \(record.number)" }
}

protocol SoakRun: Effect, CustomStringConvertible where ResultType == Void {
  var order: SoakOrder { get }
}

extension SoakRun {
  var description: String { "SoakRun \(order.record.number)" }

  nonisolated(nonsending) fileprivate func run() async throws {
    order.record.begins()
    defer { order.record.ends() }
    switch order.work {
    case .nothing: break
    case .yields(let count): for _ in 0..<count { await Task.yield() }
    case .waits(let gate): try await gate.pass()
    case .waitsUntilCancelled:
      let (stream, _) = AsyncStream.makeStream(of: Void.self)
      for await _ in stream {}
      try Task.checkCancellation()
    }
    if order.fails { throw SoakFailure(record: order.record) }
  }
}

struct SoakRunHere: SoakRun {
  let order: SoakOrder
  func runEffect() async throws { try await run() }
}

struct SoakRunElsewhere: SoakRun {
  let order: SoakOrder
  @concurrent func runEffect() async throws { try await run() }
}

/// A scope that reports to every effect's record what it sees: that it is listed, and how it ended.
final class SoakScope: Scope {
  enum When: Sendable, CustomStringConvertible {
    case enqueue([SoakOrder])
    case enqueueAndThrow([SoakOrder])
    case cancelID(String)
    case cancelEveryThird
    case cancelAll
    case renewLeft
    case renewRight
    case removeChildren
    case ended(SoakOrder, isFailure: Bool)

    var description: String { "an event" }
  }

  @Subscope var left: SoakScope?
  @Subscope var right: SoakScope?

  private let census: SoakCensus
  private weak var home: (any Actor)?
  /// The effects that were listed when this was last looked at.
  private var known: [Int: SoakRecord] = [:]

  /// The number of effects that were listed when this was last looked at.
  var knownCount: Int { known.count }

  init(census: SoakCensus, home: any Actor) {
    self.census = census
    self.home = home
    super.init()
    census.scopeIsMade()
    onUnhandledEffectError = { [unowned self] error in
      if let failure = error as? SoakFailure {
        end(failure.record, .failedUnmapped)
      } else {
        self.census.note("unhandled: \(error)")
      }
    }
  }

  deinit {
    reconcile()
    for record in known.values { record.decide(.cancelled) }
    census.scopeIsGone()
  }

  func update(_ when: When) throws {
    home?.preconditionIsolated()
    if case .ended(let order, let isFailure) = when {
      end(order.record, isFailure ? .failedMapped : .completed)
    }
    reconcile()
    switch when {
    case .enqueue(let orders): for order in orders { enqueue(order) }
    case .enqueueAndThrow(let orders):
      effectsState.cancelAllEffects()
      for order in orders { enqueue(order) }
      throw InvalidStateError()
    case .cancelID(let id): effectsState.cancelEffect(id: id)
    case .cancelEveryThird:
      effectsState.cancelEffect { ($0 as? any SoakRun)?.order.record.number.isMultiple(of: 3) == true }
    case .cancelAll: effectsState.cancelAllEffects()
    case .renewLeft: put(newChild, at: \.left)
    case .renewRight: put(newChild, at: \.right)
    case .removeChildren:
      put(nil, at: \.left)
      put(nil, at: \.right)
    case .ended(let order, _): for next in order.next { enqueue(next) }
    }
  }

  private var newChild: SoakScope? { home.map { SoakScope(census: census, home: $0) } }

  private func put(_ child: SoakScope?, at place: ReferenceWritableKeyPath<SoakScope, SoakScope?>) {
    let former = self[keyPath: place]
    // What was enqueued by the last event must be known before it is cancelled.
    former?.reconcileSubtree()
    self[keyPath: place] = child
    former?.reconcileSubtree()
  }

  private func enqueue(_ order: SoakOrder) {
    if order.runsElsewhere {
      enqueue(SoakRunElsewhere(order: order))
    } else {
      enqueue(SoakRunHere(order: order))
    }
  }

  private func enqueue(_ run: some SoakRun) {
    let order = run.order
    let mapped =
      order.isMapped
      ? run.mapToResult().map { end in
        if case .failure = end { return When.ended(order, isFailure: true) }
        return When.ended(order, isFailure: false)
      }
      : run.map { When.ended(order, isFailure: false) }
    effectsState.enqueue(mapped, id: order.id, policy: order.policy)
  }

  private func end(_ record: SoakRecord, _ fate: SoakRecord.Fate) {
    known[record.number] = nil
    record.decide(fate)
  }

  /// Compares the list with what it was: what is new is accepted, what is gone and has not ended is cancelled.
  func reconcile() {
    var listed: [Int: SoakRecord] = [:]
    for case let run as any SoakRun in effects { listed[run.order.record.number] = run.order.record }
    for (number, record) in listed where known[number] == nil { record.isListed() }
    for (number, record) in known where listed[number] == nil { record.decide(.cancelled) }
    known = listed
  }

  func reconcileSubtree() {
    reconcile()
    left?.reconcileSubtree()
    right?.reconcileSubtree()
  }
}
