import Statoscope
import StatoscopeExploration
import StatoscopeTesting

/// Two numbers that go up and down between bounds: as many states as the square of a side.
final class Grid: Scope {
  enum When { case left, right, up, down }

  private(set) var column = 0
  private(set) var row = 0

  func update(_ when: When) throws {
    switch when {
    case .left: column -= 1
    case .right: column += 1
    case .up: row -= 1
    case .down: row += 1
    }
  }
}

/// Ten scopes, each a counter that begins again at its top.
final class Tree: Scope {
  enum When {}

  @Subscope var leaves: [Leaf]

  init(tops: [Int]) {
    leaves = tops.map { Leaf(top: $0) }
  }

  func update(_ when: When) throws {}
}

final class Leaf: Scope {
  enum When { case next }

  private(set) var step = 0
  let top: Int

  init(top: Int) {
    self.top = top
  }

  func update(_ when: When) throws { step = (step + 1) % top }
}

/// What is explored, and how many transitions that has.
enum Shape {
  static func chain(_ states: Int) -> Exploration {
    explored {
      try Counter.EXPLORE { Counter() }
        .EVENTS { sut in (sut.count < states - 1 ? [.up] : []) + (sut.count > 0 ? [.down] : []) }
        .run(states: states)
    }
  }

  static func grid(_ states: Int) -> Exploration {
    let side = Int(Double(states).squareRoot())
    return explored {
      try Grid.EXPLORE { Grid() }
        .EVENTS { sut in
          (sut.column > 0 ? [.left] : []) + (sut.column < side - 1 ? [.right] : [])
            + (sut.row > 0 ? [.up] : []) + (sut.row < side - 1 ? [.down] : [])
        }
        .run(states: states)
    }
  }

  /// - Parameter states: a power of two, up to four to the tenth.
  static func tree(_ states: Int) -> Exploration {
    let twos = states.trailingZeroBitCount
    // All ten have two steps, or some have four.
    let tops = (0..<10).map { $0 < twos - 10 ? 4 : $0 < twos ? 2 : 1 }
    return explored {
      try Tree.EXPLORE { Tree(tops: tops) }
        .EVENTS(\.leaves) { leaf in leaf.top > 1 ? [.next] : [] }
        .run(states: states)
    }
  }

  static func explored(_ explore: () throws -> Exploration) -> Exploration {
    do { return try explore() } catch { preconditionFailure("\(error)") }
  }
}

/// The grid as a value, searched by hand.
struct GridByHand: Hashable {
  private var column = 0
  private var row = 0

  /// Searches breadth first, keeps all states and transitions, and gives the number of these.
  static func transitions(states count: Int) -> Int {
    let side = Int(Double(count).squareRoot())
    var numbers = [GridByHand(): 0]
    var states = [GridByHand()]
    var transitions: [(from: Int, to: Int)] = []
    var next = 0
    while next < states.count {
      for event in [Grid.When.left, .right, .up, .down] {
        var state = states[next]
        guard state.move(event, within: side) else { continue }
        if let known = numbers[state] {
          transitions.append((next, known))
        } else {
          transitions.append((next, states.count))
          numbers[state] = states.count
          states.append(state)
        }
      }
      next += 1
    }
    return transitions.count
  }

  private mutating func move(_ event: Grid.When, within side: Int) -> Bool {
    switch event {
    case .left: column -= 1
    case .right: column += 1
    case .up: row -= 1
    case .down: row += 1
    }
    return column >= 0 && column < side && row >= 0 && row < side
  }
}
