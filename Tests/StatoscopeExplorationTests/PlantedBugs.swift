import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// A note that is saved; its planted bug loses what was typed while a save was cancelled.
final class Note: Scope, ObservableObject {
  enum When {
    case type
    case save
    case cancel
    case saved(Result<Int, any Error>)
  }

  @Published private(set) var typed = 0
  @Published private(set) var stored = 0
  @Published private(set) var isDirty = false

  func update(_ when: When) throws {
    switch when {
    case .type:
      typed += 1
      isDirty = true
    case .save:
      effectsState.enqueue(
        SaveNote(text: typed).mapToResult().map(When.saved),
        id: "save",
        policy: .replace
      )
      // The bug: nothing is stored yet.
      isDirty = false
    case .cancel:
      effectsState.cancelAllEffects()
    case .saved(.success(let text)):
      stored = text
      isDirty = typed != text
    case .saved(.failure):
      isDirty = true
    }
  }

  var isSaving: Bool { !effects.isEmpty }
}

struct SaveNote: Effect, Equatable {
  let text: Int
  func runEffect() async throws -> Int { text }
}

/// A shelf of goods; its planted bug gives back, when an order fails, what was never taken.
final class Shelf: Scope, ObservableObject {
  enum When {
    case fill
    case take
    case order
    case ordered(Result<Int, any Error>)
    case tidy
  }

  @Published private(set) var count = 0
  @Published private(set) var ordered = 0
  @Published private(set) var tidied = 0

  func update(_ when: When) throws {
    switch when {
    case .fill: count = min(20, count + 1)
    case .take:
      guard count > 0 else { throw InvalidStateError() }
      count -= 1
    case .order:
      ordered += 1
      effectsState.enqueue(OrderGoods().mapToResult().map(When.ordered))
    case .ordered(.success(let goods)): count += goods
    // The bug: an order takes nothing from the shelf.
    case .ordered(.failure): count -= 1
    case .tidy: tidied = (tidied + 1) % 7
    }
  }
}

struct OrderGoods: Effect, Equatable {
  func runEffect() async throws -> Int { 1 }
}

/// A few screens; its planted bug leaves the way to the settings closed when help was left with the menu open.
final class Screens: Scope, ObservableObject {
  enum Screen: Hashable { case home, menu, help, settings }

  enum When {
    case openMenu
    case openHelp
    case openSettings
    case back
    case blink
  }

  @Published private(set) var screen = Screen.home
  @Published private(set) var isMenuLocked = false
  @Published private(set) var blinks = 0

  func update(_ when: When) throws {
    switch (when, screen) {
    case (.blink, _): blinks = (blinks + 1) % 5
    case (.openMenu, .home):
      guard !isMenuLocked else { throw InvalidStateError() }
      screen = .menu
    case (.openHelp, .home), (.openHelp, .menu):
      isMenuLocked = screen == .menu
      screen = .help
    case (.openSettings, .menu): screen = .settings
    case (.back, .help):
      // The bug: what was locked for help's sake stays locked.
      screen = .home
    case (.back, .menu), (.back, .settings): screen = .home
    default: throw InvalidStateError()
    }
  }

  /// Whether there is a way to the settings from here.
  var canReachSettings: Bool { screen == .settings || screen == .menu || !isMenuLocked }
}
