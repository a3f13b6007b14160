import Statoscope

/// The facts about states and transitions that properties of the whole graph depend on.
final class GraphFacts: SearchObserver {
  /// The effects in flight before a transition that may end some of them.
  private struct Before {
    let effects: [ListedEffect]
    /// The index of the stream that yields, if that is all it can do.
    let yielding: Int?
  }

  /// A result of an effect, performed in some state: also one whose event was refused and has changed nothing, after
  /// which other effects, equal to those before, may be in flight.
  struct Result {
    private let fromNumber: UInt32
    private let toNumber: UInt32
    fileprivate let stepNumber: UInt32
    let choice: ExploredGraph.ChoiceNumber

    var from: Int { Int(fromNumber) }
    var to: Int { Int(toNumber) }

    fileprivate init(from: Int, to: Int, step: Int, choice: ExploredGraph.ChoiceNumber) {
      (fromNumber, toNumber, stepNumber) = (UInt32(from), UInt32(to), UInt32(step))
      self.choice = choice
    }
  }

  /// What a result of an effect has made of the effects in flight.
  struct Step: Hashable {
    /// For each effect afterwards, its index before; nil for one that was enqueued or started meanwhile.
    let origins: [Int?]
    /// The index of the stream that has yielded, if that is all it can do.
    let yielding: Int?
  }

  private let system: TransitionSystem
  private var graph = ExploredGraph()
  private let properties: [Property]
  /// Indicates whether a property is about the results of effects.
  private let needsEffects: Bool

  /// For each property of the plan, its condition in each state; empty if it is not about the graph.
  private var conditions: [[Bool]]
  /// For each property of the plan, the states after which its condition has to become true, one by one.
  private var premises: [[Bool]]
  /// For each state, the number of effects in flight that can end or yield.
  private(set) var inFlight: [Int] = []
  private(set) var results: [Result] = []
  /// The different steps: most results share theirs.
  private var known: [Step] = []
  private var numbers: [Step: Int] = [:]
  /// What is known before the choice that is being performed; nil for an event.
  private var before: Before?

  init(_ system: TransitionSystem) {
    self.system = system
    properties = system.explored.properties.filter(\.kind.isAboutGraph)
    needsEffects = properties.contains(where: \.kind.isAboutEffects)
    conditions = system.explored.properties.map { _ in [] }
    premises = conditions
  }

  /// Indicates whether no property needs any.
  var areUnused: Bool { properties.isEmpty }

  /// Returns the condition of a property in each state.
  func condition(of property: Property) -> [Bool] { conditions[property.index] }

  /// Returns the states after which the condition of a property about effects has to become true.
  func premise(of property: Property) -> [Bool] { premises[property.index] }

  /// Returns what a result has made of the effects in flight.
  func step(of result: Int) -> Step { known[Int(results[result].stepNumber)] }

  // MARK: The search

  func didBegin(_ root: ScopeNode, in graph: ExploredGraph) {
    self.graph = graph
    recordState(of: root)
  }

  func willPerform(_ choice: Choice, on root: ScopeNode) {
    before = needsEffects ? before(choice, in: root) : nil
  }

  func didPerform(_ performed: Search.Performed) {
    if performed.isNew { recordState(of: performed.root) }
    guard needsEffects, let before else { return }
    let origins = system.listedEffects(in: performed.root).map { effect in
      before.effects.firstIndex { $0.isSame(as: effect) }
    }
    let step = number(of: Step(origins: origins, yielding: before.yielding))
    results.append(
      Result(from: performed.from, to: performed.to, step: step, choice: graph.numbered(performed.choice))
    )
  }

  private func recordState(of root: ScopeNode) {
    for property in properties {
      let isFirst = conditions[property.index].isEmpty
      conditions[property.index].append(property.holds(in: root))
      guard property.kind.isAboutEffects else { continue }
      let isPremise =
        switch property.kind {
        case .eventually: isFirst
        case .leadsTo: (try? property.premise?(root)) == true
        default: true
        }
      premises[property.index].append(isPremise)
    }
    if needsEffects { inFlight.append(system.listedEffects(in: root).count) }
  }

  private func before(_ choice: Choice, in root: ScopeNode) -> Before? {
    guard let chosen = system.effect(of: choice, in: root) else { return nil }
    let effects = system.listedEffects(in: root)
    let own = effects.firstIndex { $0.scope === chosen.scope && $0.generation == chosen.effect.generation }
    return Before(effects: effects, yielding: own.flatMap { effects[$0].mayEnd ? nil : $0 })
  }

  private func number(of step: Step) -> Int {
    if let number = numbers[step] { return number }
    numbers[step] = known.count
    known.append(step)
    return known.count - 1
  }
}

/// The states from which no path leads to a state that satisfies a condition.
struct DeadEnds {
  /// The dead end nearest to the start; nil when there is none.
  let nearest: Int?
  let count: Int

  /// Complexity: O(states + edges).
  init(in graph: ExploredGraph, condition: [Bool]) {
    let transitions = graph.transitions
    let incoming = Adjacency(states: condition.count, edges: transitions.count) { transitions[$0].to }
    var reaches = condition
    var waiting = condition.indices.filter { condition[$0] }
    while let state = waiting.popLast() {
      for edge in incoming[state] where !reaches[transitions[edge].from] {
        reaches[transitions[edge].from] = true
        waiting.append(transitions[edge].from)
      }
    }
    // States are numbered in the order of discovery, nearest first.
    nearest = reaches.firstIndex(of: false)
    count = reaches.count { !$0 }
  }
}
