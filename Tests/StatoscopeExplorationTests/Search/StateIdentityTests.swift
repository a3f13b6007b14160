import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import Synchronization
import TestSupport
import Testing

/// Two states are one only if nothing that the app can do tells them apart.
@Suite("Exploration, identity of states")
struct StateIdentityTests {
  // MARK: Effects

  @Test func `effects that differ in their maps are two`() throws {
    let (found, failures, _) = try overheard {
      try Pager.EXPLORE { Pager() }
        .EVENTS { sut in sut.effects.isEmpty ? [.more, .refresh, .open(1), .open(2)] : [] }
        .EFFECT(FetchPage.self, completesWith: [7])
        .NEVER("refreshed") { $0.shown == "refreshed 7" }
        .REACHES("the captured article") { $0.shown == "article 2: 7" }
        .run(depth: 2)
    }
    #expect(failures.count == 1)
    #expect(
      found.counterexamples.map(\.steps) == [
        [".WHEN(.refresh)", ".WHEN_EffectCompletes(FetchPage.self, with: 7)"]
      ]
    )
    #expect(found.flow(reaching: "the captured article")?.steps.first == ".WHEN(.open(2))")
    #expect(found.states == 9)
  }

  @Test func `with STATE, too, effects that differ in their maps are two`() throws {
    let found = try Pager.EXPLORE { Pager() }
      .EVENTS { sut in sut.effects.isEmpty ? [.more, .refresh] : [] }
      .EFFECT(FetchPage.self, completesWith: [7])
      .STATE { $0.shown }
      .REACHES("more") { $0.shown == "more 7" }
      .REACHES("refreshed") { $0.shown == "refreshed 7" }
      .run()
    #expect(found.flow(reaching: "more") != nil)
    #expect(found.flow(reaching: "refreshed") != nil)
  }

  @Test func `maps that make no difference to any listed result make one state`() throws {
    let found = try Pager.EXPLORE { Pager() }
      .EVENTS { sut in sut.effects.isEmpty ? [.open(1), .open(2)] : [] }
      .run()
    // No EFFECT lists it, so neither will ever end.
    #expect(found.states == 2)
    #expect(found.isComplete)
  }

  @Test func `an effect that is enqueued later is not the one that has ended`() throws {
    let (found, failures, _) = try overheard {
      try Retrying.EXPLORE { Retrying() }
        .EVENTS { sut in sut.effects.isEmpty && !sut.isDone ? [.start] : [] }
        .EFFECT(FetchPage.self, completesWith: [7])
        .SETTLES("done") { $0.isDone || $0.isIdle }
        .run()
    }
    // One is enqueued again and again; the other one ends at some time, whatever both have in common.
    #expect(failures.map(\.text) == [])
    #expect(found.isComplete)
  }

  @Test func `an effect that is cancelled again and again does not end`() throws {
    let (found, failures, _) = try overheard {
      try Retrying.EXPLORE { Retrying(restartsOther: true) }
        .EVENTS { sut in sut.effects.isEmpty && !sut.isDone ? [.start] : [] }
        .EFFECT(FetchPage.self, completesWith: [7])
        .SETTLES("done") { $0.isDone || $0.isIdle }
        .run()
    }
    #expect(failures.count == 1)
    #expect(found.counterexamples.map(\.steps.count) == [2])
  }

  @Test func `a stream is in flight while the event of its last element runs`() throws {
    let found = try Listener.EXPLORE { Listener() }
      .EVENTS { sut in sut.heard.isEmpty && sut.effects.isEmpty ? [.listen] : [] }
      .EFFECT(Wave.self, completesWith: [1, 2])
      .REACHES("the end") { $0.heard == ["1, 1 in flight", "over, 0 in flight"] }
      .REACHES("cancelled by the last element") { $0.heard == ["2, 1 in flight"] }
      .run()
    #expect(found.flow(reaching: "the end")?.steps.count == 2)
    #expect(found.flow(reaching: "cancelled by the last element")?.steps.count == 2)
    #expect(found.states == 4)
  }

  @Test func `a stream that yields in vain, again and again, settles nothing`() throws {
    let (found, failures, _) = try overheard {
      try Listener.EXPLORE { Listener(refusesElements: true) }
        .EVENTS { sut in sut.effects.isEmpty ? [.listen] : [] }
        .EFFECT(Wave.self, yields: [1])
        .EFFECT(FetchPage.self, completesWith: [0])
        .SETTLES("nothing is awaited") { $0.effects.isEmpty }
        .run()
    }
    #expect(failures.count == 1)
    #expect(found.counterexamples.map { $0.steps.first } == [".WHEN(.listen)"])
  }

  @Test func `a stream that starts again at its end settles nothing, if an element is refused`() throws {
    let (found, failures, _) = try overheard {
      try Resubscriber.EXPLORE { Resubscriber() }
        .EVENTS { sut in sut.effects.isEmpty ? [.listen] : [] }
        .EFFECT(Wave.self, completesWith: [0])
        .SETTLES("nothing is awaited") { $0.effects.isEmpty }
        .run()
    }
    #expect(failures.count == 1)
    #expect(
      found.counterexamples.map(\.steps) == [
        [".WHEN(.listen)", ".WHEN_EffectCompletes_Throws(Wave.self, with: 0)"]
      ]
    )
    #expect(found.counterexamples.first?.source.contains("// One turn of the cycle:") == true)
  }

  // MARK: What reflection does not show

  @Test func `what reflection does not show is listed, and nothing is complete`() throws {
    let (found, _, said) = try overheard {
      try Safe.EXPLORE { Safe() }.EVENTS { _ in [.turn] }.run()
    }
    #expect(found.states == 1)
    #expect(!found.isComplete)
    #expect(
      found.indistinctState == ["Safe.action", "Safe.counter", "Safe.lock", "Safe.mirrored", "Safe.nested"]
    )
    let text = """
      reflection does not show all of the state: Safe.action; Safe.counter; Safe.lock; Safe.mirrored; Safe.nested. \
      States that differ in it only count as one, so some may be missing. Add .STATE { } that returns all that tells \
      states apart.
      """
    #expect(
      found.description == """
        Safe: 1 state, 1 transition, depth 0
        not all of it: states that differ in what reflection does not show count as one
        never changed anything: turn
        \(text)
        """
    )
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("statoscope: Safe, \(text) (EXPLORE at StateIdentityTests.swift:") == true)
  }

  @Test func `with STATE the author decides, and nothing is listed`() throws {
    let found = try Safe.EXPLORE { Safe() }
      .EVENTS { sut in sut.turns < 3 ? [.turn] : [] }
      .STATE { $0.turns }
      .run()
    #expect(found.states == 4)
    #expect(found.indistinctState == [])
    #expect(found.isComplete)
  }

  @Test func `an injected object that a scope looks up and that changes is listed`() throws {
    let (found, _, said) = try overheard {
      try Client.EXPLORE { Client().injectObject(Cache()).injectObject(Settings()) }
        .EVENTS { _ in [.count, .read] }
        .ALWAYS_REACHABLE("anything") { _ in true }
        .run()
    }
    #expect(found.indistinctState == ["Cache, injected into Client"])
    #expect(!found.isComplete)
    #expect(found.uncheckedProperties == ["anything"])
    #expect(
      said.first?.hasPrefix(
        "statoscope: Client, ALWAYS_REACHABLE \"anything\" was not checked, because that requires all states: 1 state, "
          + "2 transitions: states that differ in what reflection does not show count as one"
      ) == true
    )
  }

  @Test func `injected values that never change are no state`() throws {
    let found = try Client.EXPLORE {
      Client().injectObject(Cache()).injectObject(Settings()).injectObject(Endpoints { 3 })
    }
    .EVENTS { _ in [.read, .call] }
    .run()
    #expect(found.indistinctState == [])
    #expect(found.isComplete)
  }

  // MARK: Values

  @Test func `an enumeration is read by case and payload, whatever its description says`() throws {
    let found = try Lamp.EXPLORE { Lamp() }
      .EVENTS { _ in [.toRed, .toGreen, .dim(1), .dim(2)] }
      .REACHES("red") { if case .red = $0.light { true } else { false } }
      .REACHES("dimmed") { if case .dimmed(2) = $0.light { true } else { false } }
      .run()
    #expect(found.states == 5)
    #expect(found.transitions == 20)
    #expect(found.flow(reaching: "red")?.steps.count == 1)
    #expect(found.flow(reaching: "dimmed")?.steps.count == 1)
    #expect(found.isComplete)
  }

  @Test(arguments: Oddity.Kind.allCases)
  fileprivate func `a value with an unusual equality is the same each time`(kind: Oddity.Kind) throws {
    let found = try Oddity.EXPLORE { Oddity(kind) }.EVENTS { _ in [.show, .hide] }.run(states: 100)
    #expect(found.states == 2)
    #expect(found.limit == nil)
    #expect(found.html(title: "Oddity").contains("Oddity"))
  }

  @Test func `a STATE that is not equal to itself is compared by its parts`() throws {
    let found = try Oddity.EXPLORE { Oddity(.float) }
      .EVENTS { _ in [.show, .hide] }
      .STATE { NeverEqual(number: $0.shown == nil ? 0 : 1) }
      .run(states: 100)
    #expect(found.states == 2)
    #expect(found.isComplete)
  }

  @Test func `an equality that leaves something out does not make one state of two`() throws {
    let found = try Oddity.EXPLORE { Oddity(.alwaysEqual) }.EVENTS { _ in [.show, .hide, .change] }.run()
    #expect(found.states == 3)
  }

  @Test func `an enumeration of 5,000 levels needs no deep stack`() throws {
    let found = try Nest.EXPLORE { Nest(levels: 5_000) }.EVENTS { _ in [.grow, .shrink] }.run()
    #expect(found.states == 2)
    #expect(found.isComplete)
  }
}

// MARK: Effects

private struct FetchPage: Effect, Hashable {
  func runEffect() async throws -> Int { 0 }
}

private final class Pager: Scope {
  enum When: Sendable {
    case more, refresh, open(Int)
    case loadedMore(Int), refreshed(Int), opened(Int, page: Int)
  }

  private(set) var shown = ""

  func update(_ when: When) throws {
    switch when {
    case .more: effectsState.enqueue(FetchPage().map { .loadedMore($0) })
    case .refresh: effectsState.enqueue(FetchPage().map { .refreshed($0) })
    case .open(let article): effectsState.enqueue(FetchPage().map { .opened(article, page: $0) })
    case .loadedMore(let page): shown = "more \(page)"
    case .refreshed(let page): shown = "refreshed \(page)"
    case .opened(let article, let page): shown = "article \(article): \(page)"
    }
  }
}

/// Enqueues one effect each time that it ends, beside an equal one that ends the work.
private final class Retrying: Scope {
  enum When: Sendable { case start, again, finished }

  private(set) var isDone = false
  private(set) var isIdle = true
  private let restartsOther: Bool

  init(restartsOther: Bool = false) {
    self.restartsOther = restartsOther
  }

  func update(_ when: When) throws {
    switch when {
    case .start:
      isIdle = false
      effectsState.enqueue(FetchPage().map { _ in .again }, id: "retry")
      effectsState.enqueue(FetchPage().map { _ in .finished }, id: "work")
    case .again:
      effectsState.enqueue(FetchPage().map { _ in .again }, id: "retry")
      guard restartsOther else { return }
      effectsState.enqueue(FetchPage().map { _ in .finished }, id: "work", policy: .replace)
    case .finished:
      isDone = true
      effectsState.cancelAllEffects()
    }
  }
}

private struct Wave: StreamEffect, Hashable {
  func stream() -> AsyncStream<Int> { AsyncStream { nil } }
}

/// Hears a stream, and asks for a page again and again meanwhile.
private final class Listener: Scope {
  enum When: Sendable { case listen, heard(Int), over, askAgain }

  private(set) var heard: [String] = []
  private let refusesElements: Bool

  init(refusesElements: Bool = false) {
    self.refusesElements = refusesElements
  }

  func update(_ when: When) throws {
    switch when {
    case .listen:
      effectsState.enqueue(Wave().map { .heard($0) }.mapEnd(to: .over))
      if refusesElements { effectsState.enqueue(FetchPage().map { _ in .askAgain }) }
    case .askAgain: effectsState.enqueue(FetchPage().map { _ in .askAgain })
    case .heard(let number):
      if refusesElements { throw InvalidStateError() }
      heard.append("\(number), \(effectsState.effects.count) in flight")
      if number == 2 { effectsState.cancelAllEffects() }
    case .over: heard.append("over, \(effectsState.effects.count) in flight")
    }
  }
}

private final class Resubscriber: Scope {
  enum When: Sendable { case listen, heard(Int) }

  func update(_ when: When) throws {
    if case .heard = when { throw InvalidStateError() }
    effectsState.enqueue(Wave().map { .heard($0) }.mapEnd(to: .listen))
  }
}

// MARK: What reflection does not show

private struct Mirrored: CustomReflectable {
  var number = 0
  var customMirror: Mirror { Mirror(self, children: []) }
}

private final class Safe: Scope {
  enum When { case turn }

  private let lock = Mutex(0)
  private let counter = Atomic(0)
  private var action: () -> Int = { 0 }
  private var mirrored = Mirrored()
  private var nested: [(Int, () -> Void)] = [(1, {})]
  /// Not shown, and no state: it finds what is injected.
  @Injected(default: Endpoints { 0 }) private var endpoints

  var turns: Int { lock.withLock { $0 } }

  func update(_ when: When) throws {
    lock.withLock { $0 += 1 }
    counter.store(turns, ordering: .relaxed)
    mirrored.number = turns
    let turns = turns
    action = { turns }
    nested = [(1, { _ = turns })]
  }
}

private final class Cache {
  var count = 0
}

private final class Settings {
  let name = "a"
}

private struct Endpoints {
  let load: () -> Int
}

private final class Client: Scope {
  enum When { case count, read, call }

  func update(_ when: When) throws {
    let cache: Cache = try resolve(Cache.self)
    switch when {
    case .count: cache.count += 1
    case .read: _ = try resolve(Settings.self).name
    case .call: _ = try resolve(Endpoints.self).load()
    }
  }
}

// MARK: Values

private final class Lamp: Scope {
  enum Light: CustomStringConvertible {
    case off, red, green
    case dimmed(Int)
    var description: String { "a light" }
  }

  enum When: Sendable, CustomStringConvertible {
    case toRed, toGreen
    case dim(Int)
    var description: String { "an event" }
  }

  private(set) var light = Light.off

  func update(_ when: When) throws {
    switch when {
    case .toRed: light = .red
    case .toGreen: light = .green
    case .dim(let number): light = .dimmed(number)
    }
  }
}

private struct NeverEqual: Hashable {
  let number: Int
  static func == (_: NeverEqual, _: NeverEqual) -> Bool { false }
  func hash(into hasher: inout Hasher) { hasher.combine(Int.random(in: 0...Int.max)) }
}

private struct AlwaysEqual: Hashable {
  let number: Int
  static func == (_: AlwaysEqual, _: AlwaysEqual) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

private struct FloatBox: Hashable {
  var number = Float.nan
  var pair = [Double.nan, -0.0]
}

private final class Counted {
  var count = 0
}

/// Equal to another one by what is in its object now.
private struct ObjectBox: Hashable {
  let object = Counted()
  static func == (one: ObjectBox, other: ObjectBox) -> Bool { one.object.count == other.object.count }
  func hash(into hasher: inout Hasher) { hasher.combine(object.count) }
}

private final class Oddity: Scope {
  enum Kind: CaseIterable {
    case float, date, hashableStruct, mutableObject, mutableData, neverEqual, alwaysEqual, set, urlError,
      nestedError
  }

  enum When { case show, hide, change }

  private(set) var shown: Any?
  private let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  func update(_ when: When) throws {
    switch when {
    case .show: shown = value
    case .hide: shown = nil
    case .change: shown = AlwaysEqual(number: 2)
    }
  }

  private var value: Any {
    switch kind {
    case .float: return Float.nan
    case .date: return Date(timeIntervalSinceReferenceDate: .nan)
    case .hashableStruct: return FloatBox()
    case .mutableObject:
      let box = ObjectBox()
      box.object.count += 1
      return box
    case .mutableData: return NSMutableData(data: Data([1, 2]))
    case .neverEqual: return NeverEqual(number: 1)
    case .alwaysEqual: return AlwaysEqual(number: 1)
    case .set: return Set([FloatBox(number: 1), FloatBox(number: 2)])
    case .urlError: return URLError(.timedOut)
    case .nestedError: return Result<Int, any Error>.failure(CocoaError(.fileNoSuchFile))
    }
  }
}

private final class Nest: Scope {
  indirect enum Level {
    case end
    case inner(Level)
  }

  enum When { case grow, shrink }

  private var level = Level.end
  private let levels: Int

  init(levels: Int) {
    self.levels = levels
  }

  func update(_ when: When) throws {
    level = .end
    guard when == .grow else { return }
    for _ in 0..<levels { level = .inner(level) }
  }
}
