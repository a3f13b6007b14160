/// The stored part of every scope: its place in a tree, what is injected there, and its effects.
///
/// You never use it by name: `Scope` is `ScopeNode & ScopeProtocol`. It has no public members besides its
/// initializer, so that a scope's own `root`, `parent` or `effects` compiles and wins.
///
/// A scope is not `Sendable` and has no isolation of its own: it lives on the actor that uses it.
@safe
open class ScopeNode: CustomDebugStringConvertible {
  /// The scope this one is a subscope of, and the property of it that holds this scope.
  ///
  /// Unsafe, because a look-up that retained each scope on its way to the root would take three times as long as its
  /// budget allows (Tests/Benchmarks). Sound: the link that holds this scope clears both before it releases the scope,
  /// and every parent clears those of its children before it is gone (``SubtreeRelease``), so neither outlives what it
  /// refers to.
  private final var storedParent: Unmanaged<ScopeNode>?
  private final unowned(unsafe) var storedLink: SubscopeLink?

  /// What the whole tree shares; nil until something needs it, found through ``context``.
  final var storedContext: TreeContext?

  /// The `@Subscope` properties of this scope, once they have been found.
  final var links: [SubscopeLink] = []

  /// What this scope gives to itself and to all below it.
  final var injectedValues = InjectedValues()

  /// Whether it gives anything: a look-up on its way to the root asks that of every scope.
  final var givesValues = false

  /// The same for effects, which run elsewhere: nil stands for a value whose type is not `Sendable`.
  final var injectedForEffects: [ObjectIdentifier: (any Sendable)?] = [:]

  /// Overrides of what is injected here that are in force, if there ever was one.
  final var storedOverrides: AnyObject?

  /// What this scope needs to handle events besides its state, once it needs anything.
  final var runtime: NodeRuntime?

  /// Whether middleware is called around the updates of this scope.
  final var hasMiddleware = false

  /// Whether subscribers are called after the updates of this scope.
  final var hasSubscribers = false

  /// The middlewares and observers of this scope and of all below it, if there are any.
  final var subtreeHooks: SubtreeHooks?

  /// The observers of this scope's properties, once there are any.
  final var storedObservation: NodeObservation?

  /// How far the event that this scope is handling has come.
  final var eventPhase = EventPhase.idle

  /// Whether the current update left more to do: effects to start or cancel, or events that had to wait.
  final var hasMoreToDo = false

  /// Whether the `@Subscope` properties that exist since `init` have been found and linked.
  final var hasLinkedSubscopes = false

  /// Whether the scope that owned this one is being released, and this one is not the root of a tree of its own yet.
  final var isOrphan = false

  /// Whether the release of a scope above keeps this scope's children until their turn has come.
  final var isReleasedFromAbove = false

  /// Makes a scope that is a tree of its own until it is put into a `@Subscope`.
  public init() {}

  /// The state of this scope and of all below it with their effects in flight, as an indented tree.
  ///
  /// It is what `po`, `debugPrint` and failing assertions show. Complexity: O(size of the state).
  open var debugDescription: String {
    StateText(self, objects: .withActivity).lines.joined(separator: "\n")
  }

  /// The scope this one is a subscope of.
  final var parentNode: ScopeNode? {
    get { unsafe storedParent?.takeUnretainedValue() }
    set { unsafe storedParent = newValue.map(Unmanaged.passUnretained) }
  }

  /// The property of the parent that holds this scope.
  final var linkToParent: SubscopeLink? {
    get { unsafe storedLink }
    set { unsafe storedLink = newValue }
  }

  /// The first result that a closure gives for this scope or one above it, nearest first.
  ///
  /// Complexity: O(depth).
  @inline(__always)
  final func firstOnWayToRoot<Found>(_ find: (ScopeNode) -> Found?) -> Found? {
    // Sound: the caller keeps this scope and so its tree, and the closure does not change it.
    var node = unsafe Unmanaged.passUnretained(self)
    while true {
      if let found = unsafe node._withUnsafeGuaranteedRef(find) { return found }
      guard let parent = unsafe node._withUnsafeGuaranteedRef({ unsafe $0.storedParent }) else { return nil }
      unsafe node = parent
    }
  }

  /// Whether an event of this scope is between its start and the start of its effects.
  final var isHandlingEvents: Bool { eventPhase != .idle }

  deinit {
    SubtreeRelease.releaseChildren(of: self)
  }
}

/// How far a scope has come with an event.
enum EventPhase: UInt8 {
  /// No event is being handled.
  case idle
  /// `update(_:)` runs, or a middleware around it: effects can be enqueued and cancelled.
  case updating
  /// The update is over: effects start, and subscribers are called.
  case finishing
}

/// A scope that other threads know and do not keep.
///
/// Unchecked and sound: the reference is weak and constant, and what takes the scope from it touches it only on the
/// actor that the scope's tree lives on at that moment.
final class ScopeReference: @unchecked Sendable {
  weak let node: ScopeNode?

  /// The home of the scope's tree.
  let home: Home

  init(_ node: ScopeNode, home: Home) {
    self.node = node
    self.home = home
  }
}
