import Statoscope
import StatoscopeExploration

/// The models of Promela files as scopes: each choice of a process is an event, or the end of an effect.
enum SpinModels {}

/// A process that is always in flight: its end is its next step.
private struct Process: Effect, Hashable {
  let number: Int
  func runEffect() async throws {}
}

/// A message in a channel, or its loss.
private struct Message<Content: Hashable & Sendable>: Effect, Hashable {
  let content: Content
  func runEffect() async throws {}
}

private struct Lost: Error {}

extension SpinModels {
  /// Two processes and one critical section, each assignment a step (`peterson.pml`).
  final class Peterson: Scope {
    enum Place: CaseIterable { case idle, half, want, critical }
    enum When { case start, step(Int) }

    private(set) var places = [Place.idle, .idle]
    private var flags = [false, false]
    private var turn = 0
    private let isBroken: Bool

    init(isBroken: Bool = false) {
      self.isBroken = isBroken
    }

    static func plan(_ scope: @autoclosure @escaping () -> Peterson) -> ExplorationPlan<Peterson> {
      EXPLORE { scope().send(.start) }
        .EFFECT(Process.self) { process, sut in sut.mayStep(process.number) ? [.completes(with: ())] : [] }
        .NEVER("both are critical") { $0.places == [.critical, .critical] }
    }

    private func mayStep(_ process: Int) -> Bool {
      places[process] != .want || !flags[1 - process] || turn == process
    }

    private func run(_ process: Int) {
      effectsState.enqueue(Process(number: process).map { .step(process) }, id: process)
    }

    func update(_ when: When) {
      guard case .step(let process) = when else {
        for process in 0...1 { run(process) }
        return
      }
      switch places[process] {
      case .idle: if isBroken { turn = 1 - process } else { flags[process] = true }
      case .half: if isBroken { flags[process] = true } else { turn = 1 - process }
      case .want: break
      case .critical: flags[process] = false
      }
      let next: [Place: Place] = [.idle: .half, .half: .want, .want: .critical]
      places[process] = next[places[process]] ?? .idle
      run(process)
    }
  }
}

extension SpinModels {
  /// The alternating bit over channels of two messages that lose any of them (`abp.pml`).
  final class AlternatingBit: Scope {
    struct Frame: Hashable, Sendable {
      let bit: Bool
      let value: Int
    }

    enum When { case send, arrived(Frame?), acknowledged(Bool?) }

    private var (sent, received) = (0, 0)
    private var (bit, expectedBit) = (false, false)
    private var (frames, acknowledgements) = (0, 0)
    private(set) var isWrong = false
    private let isBroken: Bool
    private let keepsOrder: Bool

    init(isBroken: Bool = false, keepsOrder: Bool = true) {
      (self.isBroken, self.keepsOrder) = (isBroken, keepsOrder)
    }

    static func plan(_ scope: @autoclosure @escaping () -> AlternatingBit) -> ExplorationPlan<AlternatingBit>
    {
      EXPLORE { scope() }
        .EVENTS { $0.frames < 2 ? [.send] : [] }
        .EFFECT(Message<Frame>.self, completesWith: [()], failsWith: [Lost()])
        .EFFECT(Message<Bool>.self, completesWith: [()], failsWith: [Lost()])
        .NEVER("another message than the next") { $0.isWrong }
        .STATE { [$0.sent, $0.received, $0.bit ? 1 : 0, $0.expectedBit ? 1 : 0] }
    }

    private var policy: EffectPolicy { keepsOrder ? .queue : .all }

    func update(_ when: When) {
      isWrong = false
      switch when {
      case .send:
        frames += 1
        let frame = Frame(bit: bit, value: sent)
        let effect = Message(content: frame).mapToResult().map { When.arrived($0.isSuccess ? frame : nil) }
        effectsState.enqueue(effect, id: "frames", policy: policy)
      case .arrived(let frame):
        frames -= 1
        guard let frame else { return }
        if isBroken || frame.bit == expectedBit {
          isWrong = frame.value != received
          expectedBit.toggle()
          received = (received + 1) % 3
        }
        acknowledge(frame.bit)
      case .acknowledged(let bit):
        acknowledgements -= 1
        guard bit == self.bit else { return }
        self.bit.toggle()
        sent = (sent + 1) % 3
      }
    }

    private func acknowledge(_ bit: Bool) {
      guard acknowledgements < 2 else { return }
      acknowledgements += 1
      let effect = Message(content: bit).mapToResult().map { When.acknowledged($0.isSuccess ? bit : nil) }
      effectsState.enqueue(effect, id: "acknowledgements", policy: policy)
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension SpinModels {
  /// Three participants who vote, and who may crash (`tpc.pml`).
  final class TwoPhaseCommit: Scope {
    enum Participant { case idle, asked, prepared, committed, aborted, crashed }
    enum Coordinator { case start, waiting, committed, aborted }
    enum Order: Hashable, Sendable { case prepare, commit, abort }
    enum When {
      case begin, timeout, vote(Int, Bool), crash(Int)
      case ordered(Int, Order), voted(Int, Bool)
    }

    private(set) var participants = [Participant](repeating: .idle, count: 3)
    private var coordinator = Coordinator.start
    private var votes = Set<Int>()
    private let takesTimeoutForYes: Bool

    init(takesTimeoutForYes: Bool = false) {
      self.takesTimeoutForYes = takesTimeoutForYes
    }

    static func plan(_ scope: @autoclosure @escaping () -> TwoPhaseCommit) -> ExplorationPlan<TwoPhaseCommit>
    {
      EXPLORE { scope() }
        .EVENTS(\.possible)
        .EFFECT(Message<Order>.self, completesWith: [()])
        .EFFECT(Message<Bool>.self, completesWith: [()])
        .NEVER("one commits and one aborts") {
          $0.participants.contains(.committed) && $0.participants.contains(.aborted)
        }
    }

    private var possible: [When] {
      var all: [When] = coordinator == .start ? [.begin] : coordinator == .waiting ? [.timeout] : []
      for (number, participant) in participants.enumerated() {
        if participant == .asked { all += [.vote(number, true), .vote(number, false)] }
        if [.idle, .asked, .prepared].contains(participant) { all.append(.crash(number)) }
      }
      return all
    }

    func update(_ when: When) {
      switch when {
      case .begin:
        coordinator = .waiting
        order(.prepare)
      case .timeout: decide(takesTimeoutForYes)
      case .crash(let number): participants[number] = .crashed
      case .vote(let number, let isYes):
        participants[number] = isYes ? .prepared : .aborted
        effectsState.enqueue(Message(content: isYes).map { .voted(number, isYes) }, id: "from \(number)")
      case .ordered(let number, let order): receive(order, number)
      case .voted(let number, let isYes):
        guard coordinator == .waiting else { return }
        guard isYes else { return decide(false) }
        votes.insert(number)
        if votes.count == 3 { decide(true) }
      }
    }

    private func receive(_ order: Order, _ number: Int) {
      switch (order, participants[number]) {
      case (.prepare, .idle): participants[number] = .asked
      case (.commit, .prepared): participants[number] = .committed
      case (.abort, .idle), (.abort, .asked), (.abort, .prepared): participants[number] = .aborted
      default: break
      }
    }

    private func decide(_ isYes: Bool) {
      coordinator = isYes ? .committed : .aborted
      votes = []
      order(isYes ? .commit : .abort)
    }

    private func order(_ order: Order) {
      for number in 0..<3 {
        let effect = Message(content: order).map { When.ordered(number, order) }
        effectsState.enqueue(effect, id: "to \(number)", policy: .queue)
      }
    }
  }
}

extension SpinModels {
  /// Nodes that pass on the greatest number (`leader.pml`).
  final class Ring: Scope {
    enum When { case start(Int), received(Int, Int) }

    private let numbers: [Int]
    private var hasStarted: [Bool]
    private var isLeader: [Bool]
    var leaders: Int { isLeader.count { $0 } }

    init(_ numbers: [Int]) {
      self.numbers = numbers
      hasStarted = numbers.map { _ in false }
      isLeader = hasStarted
    }

    static func plan(_ scope: @autoclosure @escaping () -> Ring) -> ExplorationPlan<Ring> {
      EXPLORE { scope() }
        .EVENTS { sut in sut.hasStarted.indices.filter { !sut.hasStarted[$0] }.map { .start($0) } }
        .EFFECT(Message<Int>.self, completesWith: [()])
        .ALWAYS("one leader at most") { $0.leaders <= 1 }
    }

    func update(_ when: When) {
      switch when {
      case .start(let node):
        hasStarted[node] = true
        send(numbers[node], from: node)
      case .received(let node, let number):
        if number > numbers[node] { send(number, from: node) }
        if number == numbers[node] { isLeader[node] = true }
      }
    }

    private func send(_ number: Int, from node: Int) {
      let next = (node + 1) % numbers.count
      let effect = Message(content: number).map { When.received(next, number) }
      effectsState.enqueue(effect, id: "to \(next)", policy: .queue)
    }
  }
}

extension SpinModels {
  /// Three producers and three consumers with one wait set (`prodcons.pml`).
  final class Monitor: Scope {
    enum When { case wait(Int), put(Int, waking: Int?), take(waking: Int?) }

    private var buffer: [Int] = []
    private var isWaiting = [Bool](repeating: false, count: 6)
    private let wakesAll: Bool

    init(wakesAll: Bool = false) {
      self.wakesAll = wakesAll
    }

    static func plan(_ scope: @autoclosure @escaping () -> Monitor) -> ExplorationPlan<Monitor> {
      EXPLORE { scope() }.EVENTS(\.possible).NEVER_STUCK("someone goes on")
    }

    private var possible: [When] {
      let waiting = isWaiting.indices.filter { isWaiting[$0] }
      let woken: [Int?] = wakesAll || waiting.isEmpty ? [nil] : waiting
      return isWaiting.indices.filter { !isWaiting[$0] }.flatMap { thread -> [When] in
        if thread < 3 {
          buffer.count == 2 ? [.wait(thread)] : woken.map { .put(thread, waking: $0) }
        } else {
          buffer.isEmpty ? [.wait(thread)] : woken.map { .take(waking: $0) }
        }
      }
    }

    func update(_ when: When) {
      switch when {
      case .wait(let thread): isWaiting[thread] = true
      case .put(let thread, let other):
        buffer.append(thread)
        wake(other)
      case .take(let other):
        buffer.removeFirst()
        wake(other)
      }
    }

    private func wake(_ thread: Int?) {
      if wakesAll { isWaiting = isWaiting.map { _ in false } }
      if let thread { isWaiting[thread] = false }
    }
  }
}

extension SpinModels {
  /// Philosophers who take one fork after the other (`phil.pml`).
  final class Philosophers: Scope {
    enum When { case step(Int) }

    /// The number of forks that each of them has.
    private(set) var places: [Int]
    private let isFixed: Bool

    init(_ count: Int, isFixed: Bool = false) {
      places = [Int](repeating: 0, count: count)
      self.isFixed = isFixed
    }

    static func plan(_ scope: @autoclosure @escaping () -> Philosophers) -> ExplorationPlan<Philosophers> {
      EXPLORE { scope() }
        .EVENTS { sut in sut.places.indices.filter { sut.mayStep($0) }.map { .step($0) } }
        .NEVER_STUCK("someone eats")
    }

    private func forks(of philosopher: Int) -> [Int] {
      let forks = [philosopher, (philosopher + 1) % places.count]
      return isFixed && philosopher == places.count - 1 ? forks.reversed() : forks
    }

    private func mayStep(_ philosopher: Int) -> Bool {
      guard places[philosopher] < 2 else { return true }
      let fork = forks(of: philosopher)[places[philosopher]]
      return !places.indices.contains { forks(of: $0).prefix(places[$0]).contains(fork) }
    }

    func update(_ when: When) {
      guard case .step(let philosopher) = when else { return }
      places[philosopher] = (places[philosopher] + 1) % 3
    }
  }
}

extension SpinModels {
  /// Nodes that wait for a token to be critical, or pass it on (`token.pml`).
  final class Token: Scope {
    enum Place { case idle, want, critical }
    enum When { case pass, ask(Int), enter, leave }

    private(set) var places: [Place]
    private var token = 0

    init(_ nodes: Int) {
      places = [Place](repeating: .idle, count: nodes)
    }

    static func plan(_ scope: @autoclosure @escaping () -> Token) -> ExplorationPlan<Token> {
      EXPLORE { scope() }
        .EVENTS(\.possible)
        .ALWAYS("one is critical at most") { $0.places.count { $0 == .critical } <= 1 }
    }

    private var possible: [When] {
      let asking = places.indices.filter { places[$0] == .idle }.map { When.ask($0) }
      return switch places[token] {
      case .idle: asking + [.pass]
      case .want: asking + [.enter]
      case .critical: asking + [.leave]
      }
    }

    func update(_ when: When) {
      switch when {
      case .ask(let node): places[node] = .want
      case .enter: places[token] = .critical
      case .leave:
        places[token] = .idle
        token = (token + 1) % places.count
      case .pass: token = (token + 1) % places.count
      }
    }
  }
}
