import Statoscope

/// What a scope costs nothing more than, were there no library: a class and a direct call.
final class DirectCounter {
  enum When {
    case up
    case down
  }

  var count = 0

  @inline(never) func update(_ when: When) throws {
    switch when {
    case .up: count += 1
    case .down: count -= 1
    }
  }
}

/// The same as a scope, and like it without a key path to its state: the compiler knows then that no one else is in
/// the middle of changing that, and neither of the two looks.
final class Meter: Scope {
  enum When {
    case up
    case down
  }

  private var count = 0

  func update(_ when: When) throws {
    switch when {
    case .up: count += 1
    case .down: count -= 1
    }
  }
}

/// A scope as tests read it, through key paths.
final class Counter: Scope {
  enum When {
    case up
    case down
  }

  var count = 0
  var double: Int { 2 * count }

  func update(_ when: When) throws {
    switch when {
    case .up: count += 1
    case .down: count -= 1
    }
  }
}

/// A scope with many below it.
final class Row1000: Scope {
  enum When { case nothing }
  @Subscope var counters: [Counter] = []
  func update(_ when: When) throws {}
}

/// A scope with one below it, and so on.
final class Storey: Scope {
  enum When { case nothing }
  @Subscope var below: Storey?
  @Subscope var counter: Counter?
  @Injected var plate: Plate
  func update(_ when: When) throws {}

  /// A tower, and its lowest storey.
  static func tower(_ depth: Int) -> (top: Storey, bottom: Storey) {
    let top = Storey()
    var bottom = top
    for _ in 0..<depth {
      let storey = Storey()
      bottom.below = storey
      bottom = storey
    }
    return (top, bottom)
  }
}

/// Something to inject.
struct Plate: Injectable {
  var number = 0
  static let defaultValue = Plate()
}
