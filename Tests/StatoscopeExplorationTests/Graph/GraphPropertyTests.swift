import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

@Suite("Exploration, properties of the graph")
struct GraphPropertyTests {
  @Test func `the counterexample of a dead end is the shortest flow into it`() throws {
    let line: UInt = #line
    let (found, failures, _) = try overheard {
      try Wizard.EXPLORE { Wizard(canLeaveHelp: false) }
        .EVENTS { _ in [.next, .back, .help] }
        .ALWAYS_REACHABLE("the first page") { $0.page == .first }
        .run()
    }
    #expect(
      failures == [
        Failure(
          line: line + 4,
          text: """
            // ALWAYS_REACHABLE "the first page" is violated after 2 steps. From there, no path leads to a \
            state that satisfies it; this is the case for 1 of 3 states.
            // Let an event or a result of an effect lead out of this state, or add the one that does to EVENTS or \
            EFFECT. The shortest flow that shows it:
            try Wizard.GIVEN { Wizard(canLeaveHelp: false) }
              .WHEN(.next)
              .WHEN(.help)
              .THEN("the first page") { $0.page == .first }
              .runTest()
            """
        )
      ]
    )
    #expect(found.counterexamples.map(\.steps) == [[".WHEN(.next)", ".WHEN(.help)"]])
    #expect(found.uncheckedProperties == [])
  }

  @Test func `where a path leads back from everywhere, nothing is violated`() throws {
    let found = try Wizard.EXPLORE { Wizard(canLeaveHelp: true) }
      .EVENTS { _ in [.next, .back, .help] }
      .ALWAYS_REACHABLE("the first page") { $0.page == .first }
      .ALWAYS_REACHABLE("the help") { $0.page == .help }
      .run()
    #expect(found.states == 3)
    #expect(found.counterexamples.isEmpty)
  }

  @Test func `a condition that is never true or throws is violated from the start`() throws {
    let (found, failures, _) = try overheard {
      try Wizard.EXPLORE { Wizard(canLeaveHelp: true) }
        .EVENTS { _ in [.next, .back] }
        .ALWAYS_REACHABLE("nowhere") { _ in false }
        .ALWAYS_REACHABLE("throws") { _ in throw Offline() }
        .SETTLES("never") { _ in false }
        .run()
    }
    #expect(failures.count == 3)
    #expect(found.counterexamples.map(\.steps) == [[], [], []])
    #expect(
      failures[1].text.hasPrefix(
        """
        // ALWAYS_REACHABLE "throws" is violated after 0 steps. From there, no path leads to a state that satisfies \
        it; this is the case for 2 of 2 states.
        """
      )
    )
  }

  @Test func `the counterexample of an endless spinner is the shortest flow to it`() throws {
    let line: UInt = #line
    let (found, failures, _) = try overheard {
      try Spinner.EXPLORE { Spinner(.forgetsFailure) }
        .EVENTS { _ in [.load] }
        .EFFECT(Fetch.self, completesWith: [1], failsWith: [Offline()])
        .SETTLES("nothing loads") { !$0.isLoading }
        .run()
    }
    #expect(
      failures == [
        Failure(
          line: line + 5,
          text: """
            // SETTLES "nothing loads" is violated after 2 steps. No effect is in flight there that could \
            lead to a state that satisfies it.
            // Let the update that leads there satisfy it or enqueue an effect, and list the results of that effect \
            with EFFECT. The shortest flow that shows it:
            try Spinner.GIVEN { Spinner(.forgetsFailure) }
              .WHEN(.load)
              .WHEN_EffectFails(Fetch.self, with: Offline())
              .THEN("nothing loads") { !$0.isLoading }
              .runTest()
            """
        )
      ]
    )
    #expect(found.counterexamples.count == 1)
  }

  @Test func `an effect without a listed result is named`() throws {
    let (_, failures, _) = try overheard {
      try Spinner.EXPLORE { Spinner(.works) }
        .EVENTS { _ in [.load] }
        .SETTLES("nothing loads") { !$0.isLoading }
        .run()
    }
    #expect(failures.count == 1)
    #expect(
      failures[0].text.hasPrefix(
        """
        // SETTLES "nothing loads" is violated after 1 step. No EFFECT lists a result for the effects in flight \
        there: Fetch.

        """
      )
    )
  }

  @Test func `the counterexample of a cycle is the flow into it and one turn`() throws {
    let line: UInt = #line
    let (found, failures, _) = try overheard {
      try Spinner.EXPLORE { Spinner(.retries) }
        .EVENTS { _ in [.load] }
        .EFFECT(Fetch.self, completesWith: [1], failsWith: [Offline()])
        .ALWAYS_REACHABLE("nothing loads") { !$0.isLoading }
        .SETTLES("nothing loads") { !$0.isLoading }
        .run()
    }
    #expect(
      failures == [
        Failure(
          line: line + 6,
          text: """
            // SETTLES "nothing loads" is violated after 1 step. From there, the results of effects form a \
            cycle of states that never satisfy it.
            // Let the updates stop enqueuing effects after some attempts. The shortest flow that shows it, with one turn of the cycle (1 step):
            try Spinner.GIVEN { Spinner(.retries) }
              .WHEN(.load)
              // One turn of the cycle:
              .WHEN_EffectFails(Fetch.self, with: Offline())
              .THEN("nothing loads") { !$0.isLoading }
              .runTest()
            """
        )
      ]
    )
    #expect(
      found.counterexamples.map(\.steps) == [
        [".WHEN(.load)", ".WHEN_EffectFails(Fetch.self, with: Offline())"]
      ]
    )
  }

  @Test func `one turn of a cycle ends each effect, and ends where it began`() throws {
    let (found, _, _) = try overheard {
      try Clocks.EXPLORE { Clocks() }
        .EVENTS { sut in sut.effects.isEmpty ? [.start] : [] }
        .EFFECT(Tick.self, completesWith: [()])
        .EFFECT(Tock.self, completesWith: [()])
        .SETTLES("silence") { $0.effects.isEmpty }
        .run()
    }
    let (tick, tock) = (
      ".WHEN_EffectCompletes(Tick.self, with: ())", ".WHEN_EffectCompletes(Tock.self, with: ())"
    )
    // The shortest way back is one tock, after which the tick would be in flight for ever.
    #expect(found.counterexamples.map(\.steps) == [[".WHEN(.start)", tick, tock, tick, tock]])
  }

  @Test func `effects that end or give up settle`() throws {
    for behaviour in [Spinner.Behaviour.works, .givesUp] {
      let found = try Spinner.EXPLORE { Spinner(behaviour) }
        .EVENTS { _ in [.load] }
        .EFFECT(Fetch.self, completesWith: [1], failsWith: [Offline()])
        .SETTLES("nothing loads") { !$0.isLoading }
        .run()
      #expect(found.counterexamples.isEmpty)
      #expect(found.isComplete)
    }
  }

  @Test func `a stream that yields without end does not delay other effects`() throws {
    // Each effect in flight has its turn: a path on which only the stream has one is not looked at.
    let found = try Ticker.EXPLORE { Ticker(restarts: false) }
      .EVENTS { sut in sut.effects.isEmpty ? [.start] : [] }
      .EFFECT(Post.self, yields: [1])
      .EFFECT(Fetch.self, completesWith: [1])
      .SETTLES("loaded") { $0.isLoaded || $0.effects.isEmpty }
      .run()
    #expect(found.counterexamples.isEmpty)
    #expect(found.isComplete)
  }

  @Test func `a stream that may end is expected to end`() throws {
    let found = try Ticker.EXPLORE { Ticker(restarts: false) }
      .EVENTS { sut in sut.effects.isEmpty ? [.start] : [] }
      .EFFECT(Post.self, yields: [1], failsWith: [Offline()])
      .EFFECT(Fetch.self, completesWith: [1])
      .SETTLES("the stream is over") { sut in !sut.effects.contains { $0 is Post } }
      .run()
    #expect(found.counterexamples.isEmpty)
  }

  @Test func `a stream that restarts a load before it ends keeps it loading`() throws {
    let (found, failures, _) = try overheard {
      try Ticker.EXPLORE { Ticker(restarts: true) }
        .EVENTS { sut in sut.effects.isEmpty ? [.start] : [] }
        .EFFECT(Post.self, yields: [1])
        .EFFECT(Fetch.self, completesWith: [1])
        .SETTLES("loaded") { $0.isLoaded || $0.effects.isEmpty }
        .run()
    }
    #expect(failures.count == 1)
    #expect(found.counterexamples.map(\.steps) == [[".WHEN(.start)", ".WHEN_StreamYields(Post.self, 1)"]])
  }

  @Test func `behind a limit they are not checked, and that is reported`() throws {
    let (found, failures, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 9) }
        .EVENTS { _ in [.up] }
        .ALWAYS_REACHABLE("zero") { $0.count == 0 }
        .SETTLES("nine") { $0.count == 9 }
        .run(depth: 3)
    }
    #expect(failures == [])
    #expect(found.uncheckedProperties == ["zero", "nine"])
    #expect(found.counterexamples.isEmpty)
    #expect(said.count == 3)
    #expect(
      said[0].hasPrefix(
        """
        statoscope: Tally, ALWAYS_REACHABLE "zero" was not checked, because that requires all states: 4 states, \
        3 transitions: explored up to depth 3, 1 state found but not expanded (ALWAYS_REACHABLE at GraphProperty
        """
      )
    )
    #expect(said[1].contains("SETTLES \"nine\" was not checked"))
    #expect(
      found.description.contains(
        """
        not checked, because that requires all states: ALWAYS_REACHABLE "zero"
        not checked, because that requires all states: SETTLES "nine"
        """
      )
    )
  }

  @Test func `random walks cannot check them, and that is reported`() throws {
    let (found, failures, said) = try overheard {
      try Tally.EXPLORE { Tally(top: 2) }
        .EVENTS { _ in [.up] }
        .ALWAYS_REACHABLE("zero") { $0.count == 0 }
        .run(walks: 2, length: 5, seed: 1)
    }
    #expect(failures == [])
    #expect(found.uncheckedProperties == ["zero"])
    #expect(said.contains { $0.contains("requires all states, which random walks do not find: 3 states") })
  }

  @Test func `a turn that only STATE makes a cycle is a comment`() throws {
    let (found, failures, _) = try overheard {
      try Loop.EXPLORE { Loop() }
        .EVENTS { sut in sut.place == 0 ? [.enter(1, isSure: false), .enter(2, isSure: true)] : [] }
        .EFFECT(Step.self, completesWith: [0])
        .STATE { $0.place }
        .SETTLES("home") { $0.place == 0 }
        .run()
    }
    #expect(failures.count == 1)
    #expect(
      failures[0].text.contains(
        """
        // No scope can take a turn of the cycle, because STATE returns equal values for states that behave \
        differently. The steps of the turn: Step completes with 0, Step completes with 0
        try Loop.GIVEN { Loop() }
          .WHEN(.enter(1, isSure: false))
          .THEN("home") { $0.place == 0 }
        """
      )
    )
    #expect(found.counterexamples.map(\.steps) == [[".WHEN(.enter(1, isSure: false))"]])
  }

  @Test func `a search that starts again reports each of them once`() throws {
    let (found, failures, _) = try overheard {
      try Moody.EXPLORE { Moody() }
        .EVENTS { _ in [.left, .right] }
        .ALWAYS_REACHABLE("open") { $0.isOpen }
        .run()
    }
    #expect(failures.count == 1)
    #expect(found.counterexamples.count == 1)
  }

  @Test func `on small graphs they agree with a hand-written search`() throws {
    for seed in 0..<150 {
      let maze = Table(seed: UInt64(seed))
      let (found, failures, _) = try overheard {
        try Maze.EXPLORE { Maze(maze) }
          .EVENTS { sut in maze.events[sut.place].map { .enter($0) } }
          .EFFECT(Step.self, completesWith: [0, 1])
          .ALWAYS_REACHABLE("goal") { maze.goals.contains($0.place) }
          .SETTLES("rest") { maze.rests.contains($0.place) }
          .run()
      }
      let steps = Dictionary(
        uniqueKeysWithValues: zip(failures.map(\.text), found.counterexamples).map { text, flow in
          (text.contains("ALWAYS_REACHABLE"), text.contains("One turn of the cycle:") ? -1 : flow.steps.count)
        }
      )
      #expect(steps[true] == maze.distanceToDeadEnd, "seed \(seed)")
      let unsettled = maze.distanceToUnsettled
      #expect((steps[false] == nil) == (unsettled == nil), "seed \(seed)")
      if let steps = steps[false], steps >= 0 { #expect(steps == unsettled, "seed \(seed)") }
    }
  }
}

private final class Wizard: Scope {
  enum When { case next, back, help }
  enum Page { case first, second, help }
  private(set) var page = Page.first
  private let canLeaveHelp: Bool

  init(canLeaveHelp: Bool) {
    self.canLeaveHelp = canLeaveHelp
  }

  func update(_ when: When) throws {
    switch (page, when) {
    case (.first, .next): page = .second
    case (.second, .back): page = .first
    case (.second, .help): page = .help
    case (.help, .back) where canLeaveHelp: page = .second
    default: throw InvalidStateError()
    }
  }
}

/// Loads something, and deals with failures in several ways.
private final class Spinner: Scope {
  enum Behaviour { case works, forgetsFailure, retries, givesUp }
  enum When { case load, loaded(Result<Int, any Error>) }
  private(set) var isLoading = false
  private var attempts = 0
  private let behaviour: Behaviour

  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
  }

  func update(_ when: When) throws {
    switch when {
    case .load:
      guard !isLoading else { throw InvalidStateError() }
      isLoading = true
      attempts = 0
      fetch()
    case .loaded(.success): isLoading = false
    case .loaded(.failure):
      switch behaviour {
      case .works: isLoading = false
      case .forgetsFailure: break
      case .retries: fetch()
      case .givesUp:
        attempts += 1
        if attempts < 3 { fetch() } else { isLoading = false }
      }
    }
  }

  private func fetch() {
    effectsState.enqueue(Fetch().mapToResult().map(When.loaded))
  }
}

/// Hears ticks beside a load.
private final class Ticker: Scope {
  enum When { case start, ticked, failed, loaded }
  private(set) var isLoaded = false
  private let restarts: Bool

  init(restarts: Bool) {
    self.restarts = restarts
  }

  func update(_ when: When) throws {
    switch when {
    case .start:
      effectsState.enqueue(
        Post().mapToResult().map { result in if case .success = result { .ticked } else { .failed } }
      )
      effectsState.enqueue(Fetch().map { _ in .loaded }, id: "load", policy: .replace)
    case .ticked:
      guard restarts, !isLoaded else { return }
      effectsState.enqueue(Fetch().map { _ in .loaded }, id: "load", policy: .replace)
    case .failed: break
    case .loaded: isLoaded = true
    }
  }
}

/// Goes from one place to two and back, if it is sure.
private final class Loop: Scope {
  enum When { case enter(Int, isSure: Bool), stepped }
  private(set) var place = 0
  private var isSure = false

  func update(_ when: When) throws {
    switch when {
    case .enter(let place, let isSure): (self.place, self.isSure) = (place, isSure)
    case .stepped: place = place == 1 ? 2 : isSure ? 1 : 0
    }
    if place > 0 { effectsState.enqueue(Step(place: place).map { _ in .stepped }) }
  }
}

/// Behaves by something that is in no property of it.
private final class Moody: Scope {
  enum When { case left, right }
  private final class Turns {
    var count = 0
  }
  private(set) var place = 0
  let isOpen = false

  override init() {
    super.init()
    injectObject(Turns())
  }

  func update(_ when: When) throws {
    let turns: Turns = try resolve(Turns.self)
    turns.count += 1
    place = when == .left ? min(30, place + 1) : max(0, place - 1)
    if turns.count > 40 { place = 31 }
  }
}

// MARK: Graphs of any kind

private struct Step: Effect, Hashable {
  let place: Int
  func runEffect() async throws -> Int { 0 }
}

/// Five places, with events and effects that lead from one to another, and a sixth that leads to the first.
private struct Table {
  private(set) var events: [[Int]] = []
  /// Where an effect leads that is in flight at a place: none, or two ways.
  private(set) var effects: [[Int]] = []
  let goals: Set<Int>
  let rests: Set<Int>

  init(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    func random(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    for _ in 0..<5 {
      events.append((0..<random(3)).map { _ in random(5) })
      effects.append(random(2) == 0 ? [] : [random(5), random(5)])
    }
    events.append([0])
    effects.append([])
    goals = [random(5)]
    rests = Set((0..<random(4)).map { _ in random(5) }).union([5])
  }

  /// How many steps lead from a place to each that can be reached.
  private func distances(from start: Int, _ next: (Int) -> [Int]) -> [Int: Int] {
    var found = [start: 0]
    var waiting = [start]
    while !waiting.isEmpty {
      let place = waiting.removeFirst()
      for other in next(place) where found[other] == nil {
        found[other] = found[place, default: 0] + 1
        waiting.append(other)
      }
    }
    return found
  }

  private var reached: [Int: Int] { distances(from: 5) { events[$0] + effects[$0] } }

  var distanceToDeadEnd: Int? {
    reached.filter { place, _ in
      goals.isDisjoint(with: distances(from: place) { events[$0] + effects[$0] }.keys)
    }.values.min()
  }

  /// How many steps lead to the nearest place that is no rest, and has no effect or is on a cycle of effects there.
  var distanceToUnsettled: Int? {
    func next(_ place: Int) -> [Int] { effects[place].filter { !rests.contains($0) } }
    return reached.filter { place, _ in
      guard !rests.contains(place) else { return false }
      return effects[place].isEmpty || next(place).contains { distances(from: $0, next)[place] != nil }
    }.values.min()
  }
}

/// A place in a table, with one effect in flight where there is one.
private final class Maze: Scope {
  enum When { case enter(Int), stepped(Int) }
  private(set) var place = 5
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  func update(_ when: When) throws {
    switch when {
    case .enter(let place): enter(place)
    case .stepped(let choice): enter(table.effects[place][choice])
    }
  }

  private func enter(_ place: Int) {
    self.place = place
    effectsState.cancelAllEffects()
    if !table.effects[place].isEmpty {
      effectsState.enqueue(Step(place: place).map(When.stepped))
    }
  }
}

/// Each tick turns a hand, and each effect starts another of its kind.
private final class Clocks: Scope {
  enum When { case start, ticked, tocked }
  private(set) var isUp = false

  func update(_ when: When) throws {
    if when == .ticked { isUp.toggle() }
    if when != .tocked { effectsState.enqueue(Tick().map { .ticked }) }
    if when != .ticked { effectsState.enqueue(Tock().map { .tocked }) }
  }
}

private struct Tick: Effect, Hashable {
  func runEffect() async throws {}
}

private struct Tock: Effect, Hashable {
  func runEffect() async throws {}
}
