/// Who is told of each update of a scope and of all below it, and of what becomes of their effects.
///
/// It can only look on, so it costs little of what a middleware does. The tree keeps it; it keeps no scope.
class EventTap {
  /// The scope that it was put at, never read: while there is an unowned reference to it, no other scope is made
  /// at its address, so the identity below stays its own.
  private unowned let addressKeeper: ScopeNode

  /// Which scope it was put at.
  final let root: ObjectIdentifier

  /// The taps of a tree are a list.
  ///
  /// Unmanaged, because an event would pay for each retain on its way along it. Sound: the tree retains each of them
  /// once, and releases it when no update is being told to it, see ``TreeContext/letGo(of:)``.
  fileprivate(set) final var next: Unmanaged<EventTap>?

  /// Whether it is to be released when the last update under way has been told to it.
  fileprivate(set) final var isLetGo = false

  /// Whether an update is under way that it has been told of.
  var isBusy: Bool { false }

  init(at root: ScopeNode) {
    addressKeeper = root
    self.root = ObjectIdentifier(root)
  }

  /// Whether a scope is the one that this was put at, or below it.
  ///
  /// Complexity: O(depth).
  final func covers(_ scope: ScopeNode) -> Bool {
    scope.firstOnWayToRoot { ObjectIdentifier($0) == root ? true : nil } ?? false
  }

  /// An update is about to run.
  ///
  /// - Returns: what to know it by when it is over.
  func willUpdate<When: Sendable>(_ scope: ScopeNode, for when: When) -> Int { 0 }

  /// An update is over; its effects have not started.
  func didUpdate(_ scope: ScopeNode, _ update: Int, failure: (any Error)?) {}

  /// An event has to wait, because its scope is updating.
  func willWait(_ scope: ScopeNode) {}

  /// The oldest event of a scope that had to wait is about to run.
  func waitIsOver(_ scope: ScopeNode) {}

  /// What becomes of an effect.
  ///
  /// - Parameter ofUpdate: whether this comes of the scope's last update.
  func effect(_ number: UInt64, of scope: ScopeNode, _ change: EffectChange, ofUpdate: Bool) {}

  /// What an effect came back with is about to be handed to its scope.
  func deliveryBegins(of number: UInt64, to scope: ScopeNode) {}

  /// It has been.
  func deliveryEnds() {}
}

/// What can become of an effect, for an ``EventTap``.
enum EffectChange {
  /// The effect, under every map put on it.
  case started(Any)
  case completed
  case failed(any Error)
  case cancelled
}

extension TreeContext {
  func add(_ tap: EventTap) {
    add([.passRetained(tap)])
  }

  /// Adds taps that another tree, or this one, has kept until now.
  func add(_ taps: [Unmanaged<EventTap>]) {
    let all = takeTaps() + taps
    for (tap, next) in zip(all, all.dropFirst()) { tap._withUnsafeGuaranteedRef { $0.next = next } }
    firstTap = all.first
  }

  func remove(_ tap: EventTap) {
    let all = takeTaps()
    add(all.filter { $0.toOpaque() != Unmanaged.passUnretained(tap).toOpaque() })
    for taken in all where taken.toOpaque() == Unmanaged.passUnretained(tap).toOpaque() { letGo(of: taken) }
  }

  /// Empties the list; who calls it has to keep the taps, or to let go of them.
  func takeTaps() -> [Unmanaged<EventTap>] {
    var taken: [Unmanaged<EventTap>] = []
    var tap = firstTap
    firstTap = nil
    while let current = tap {
      taken.append(current)
      tap = current._withUnsafeGuaranteedRef { $0.next }
      current._withUnsafeGuaranteedRef { $0.next = nil }
    }
    return taken
  }

  /// Keeps a tap no longer than until the updates are over that it is being told of.
  func letGo(of tap: Unmanaged<EventTap>) {
    if tap._withUnsafeGuaranteedRef({ $0.isBusy }) {
      tap._withUnsafeGuaranteedRef { $0.isLetGo = true }
    } else {
      tap.release()
    }
  }
}

extension ScopeNode {
  /// Those who look on at this scope.
  ///
  /// Complexity: O(1) when there are none, else O(depth).
  final var taps: [EventTap] {
    if storedContext?.isPlain != false { return [] }
    var found: [EventTap] = []
    var tap = context.firstTap
    while let current = tap?.takeUnretainedValue() {
      if current.covers(self) { found.append(current) }
      tap = current.next
    }
    return found
  }
}
