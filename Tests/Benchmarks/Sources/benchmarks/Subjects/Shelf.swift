import Statoscope

/// A scope with children by a key.
final class Shelf: Scope {
  enum When { case nothing }
  @Subscope var counters: [Int: Counter] = [:]
  func update(_ when: When) throws {}
}

/// A scope that shows a child and hides it.
final class Panel: Scope {
  enum When { case nothing }
  @Subscope var counter: Counter?
  func update(_ when: When) throws {}
}

/// A scope that is made with its child, and has no key path to its state.
final class Pair: Scope {
  enum When { case up }
  @Subscope var meter = Meter()
  private var count = 0
  func update(_ when: When) throws { count += 1 }
}

/// A scope with children in the cases of an enum.
final class Stack: Scope {
  enum When { case nothing }
  enum Screen: ScopeEnum {
    case counter(Counter)
    case panel(Panel)
    case alert(String)
  }
  @Subscope var path: [Screen] = []
  func update(_ when: When) throws {}
}

/// A scope with many below it that show a child and hide it.
final class Cabinet: Scope {
  enum When { case nothing }
  @Subscope var panels: [Int: TogglePanel] = [:]
  func update(_ when: When) throws {}
}

/// A scope whose event shows a child or hides it.
final class TogglePanel: Scope {
  enum When { case toggle }
  @Subscope var counter: Counter?
  func update(_ when: When) throws { counter = counter == nil ? Counter() : nil }
}

/// A plain object that takes as much memory as a scope.
final class PlainObject {
  private typealias Words = (Int, Int, Int, Int, Int, Int, Int, Int)
  private var first: Words = (0, 0, 0, 0, 0, 0, 0, 0)
  private var second: Words = (0, 0, 0, 0, 0, 0, 0, 0)
}

/// The counter with the wrapper that announces changes.
final class PublishedCounter: Scope, ObservableObject {
  enum When {
    case up
    case down
  }

  @Published var count = 0

  func update(_ when: When) throws {
    switch when {
    case .up: count += 1
    case .down: count -= 1
    }
  }
}

/// A counter with another property beside its count.
final class NamedCounter: Scope {
  enum When {
    case up
    case down
  }

  var name = 0
  var count = 0

  func update(_ when: When) throws {
    switch when {
    case .up: count += 1
    case .down: count -= 1
    }
  }
}

/// A scope with as many published properties as a large screen has.
final class PublishedDozen: Scope, ObservableObject {
  enum When { case up }

  @Published var p0 = 0
  @Published var p1 = 0
  @Published var p2 = 0
  @Published var p3 = 0
  @Published var p4 = 0
  @Published var p5 = 0
  @Published var p6 = 0
  @Published var p7 = 0
  @Published var p8 = 0
  @Published var p9 = 0
  @Published var p10 = 0
  @Published var p11 = 0

  var sum: Int { p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8 + p9 + p10 + p11 }

  func update(_ when: When) throws {
    p0 += 1
  }
}
