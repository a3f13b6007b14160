/// The operations of several writers on one number, as the writers saw them.
///
/// It is linearizable when each operation may have happened at one moment between its beginning and its end, one after
/// the other, so that all that was read is explained. An operation without an end may have happened later, or never.
package struct OperationHistory: Sendable, Equatable {
  /// The effect of an operation, and what it has read.
  package enum Action: Sendable, Hashable {
    /// Sets the number.
    case set(Int)
    /// Adds to the number; `seen` is the number before, where that is known.
    case add(Int, seen: Int? = nil)
    /// Reads the number.
    case read(Int)
  }

  /// An operation, between two ticks of a counter that all writers share.
  package struct Operation: Sendable, Hashable {
    package let action: Action
    package let start: Int
    /// Nil for an operation that was not answered.
    package let end: Int?

    package init(_ action: Action, start: Int, end: Int?) {
      (self.action, self.start, self.end) = (action, start, end)
    }
  }

  /// The limit of operations: those that have happened are the bits of a word.
  package static let mostOperations = 64

  package let initial: Int
  package private(set) var operations: [Operation] = []

  package init(startingWith initial: Int = 0, _ operations: [Operation] = []) {
    self.initial = initial
    for operation in operations { record(operation) }
  }

  package mutating func record(_ operation: Operation) {
    precondition(operations.count < Self.mostOperations, "a history has at most \(Self.mostOperations) operations")
    operations.append(operation)
  }

  /// A Boolean value that indicates whether one order of the operations explains all that was read.
  ///
  /// Complexity: exponential in the number of operations that overlap; each state of operations that have happened, and of the
  /// number they lead to, is visited once.
  package var isLinearizable: Bool {
    let answered = operations.indices.filter { operations[$0].end != nil }.reduce(into: UInt64(0)) { $0 |= 1 << $1 }
    var visited: Set<State> = []
    var next = [State(happened: 0, value: initial)]
    while let state = next.popLast() {
      if state.happened & answered == answered { return true }
      guard visited.insert(state).inserted else { continue }
      // The first end of an operation that has not happened: whatever began later comes after that.
      let rest = operations.indices.filter { state.happened & (1 << $0) == 0 }
      let limit = rest.compactMap { operations[$0].end }.min() ?? .max
      for index in rest where operations[index].start <= limit {
        guard let value = operations[index].action.applied(to: state.value) else { continue }
        next.append(State(happened: state.happened | 1 << index, value: value))
      }
    }
    return false
  }

  private struct State: Hashable {
    let happened: UInt64
    let value: Int
  }
}

extension OperationHistory: CustomStringConvertible {
  /// One line for each operation, in the order in which they began.
  package var description: String {
    let lines = operations.sorted { $0.start < $1.start }.map { operation in
      "\(operation.start)–\(operation.end.map(String.init) ?? "?"): \(operation.action)"
    }
    return (["starts with \(initial)"] + lines).joined(separator: "\n")
  }
}

extension OperationHistory.Action {
  /// Returns the number after the action; nil if it has read another one.
  fileprivate func applied(to value: Int) -> Int? {
    switch self {
    case .set(let new): new
    case .add(let number, let seen): seen == nil || seen == value ? value + number : nil
    case .read(let seen): seen == value ? value : nil
    }
  }
}
