import Foundation

extension ScopeNode {
  /// The actor that events are delivered on when an event's sender named none, or nil when that is not safe.
  ///
  /// `#isolation` is nil in more places than one thinks: in a closure of an actor that does not capture `self`,
  /// say. There, the home already known counts, and with none, where the main actor runs. Traps when the tree
  /// lives on an actor that is neither the main one nor the one that runs this.
  final var homeOfUnnamedPlace: (any Actor)? {
    let context = context
    guard let home = context.home.actor, home !== MainActor.shared else {
      guard MainQueue.isCurrent else { return nil }
      context.settleAnew(on: MainActor.shared)
      return MainActor.shared
    }
    home.preconditionIsolated(Misuse.homeLeft(scope: typeName, home: "\(home)").description)
    return home
  }
}

/// Whether the main actor runs here.
///
/// The main thread is not enough: on Linux an async `main` gives it away at its first `await`, and the main queue,
/// on which the main actor runs, goes on on other threads.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mark) != nil
  }
}
