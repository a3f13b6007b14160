/// The stored part of every scope: its place in a tree, the values injected there, and its effects.
///
/// You never use it by name: `Scope` is `ScopeNode & ScopeProtocol`. It has no public members besides its
/// initializer and its debug description, so that a scope's own `root`, `parent` or `effects` compiles and
/// takes precedence.
///
/// A scope is not `Sendable` and has no isolation of its own: it lives on the actor that uses it.
@safe
open class ScopeNode: CustomDebugStringConvertible {
  /// The parent, and the property of it that holds this scope.
  ///
  /// Unsafe, because a look-up that retained each scope on its path to the root would take three times as
  /// long as its budget allows (Tests/Benchmarks). Sound: the link that holds this scope clears both before
  /// it releases the scope, and every parent clears those of its children before it is deallocated
  /// (``SubtreeRelease``), so neither outlives the object it refers to.
  private final var storedParent: Unmanaged<ScopeNode>?
  private final unowned(unsafe) var storedLink: SubscopeLink?

  /// The context shared by the tree; nil until something needs it, found through ``context``.
  final var storedContext: TreeContext?

  /// The `@Subscope` properties of this scope, once they have been found.
  final var links: [SubscopeLink] = []

  /// The values that this scope provides to itself and to all scopes below it.
  final var injectedValues = InjectedValues()

  /// Indicates whether the scope provides any value: a look-up asks this of every scope on its path.
  final var givesValues = false

  /// The same for effects, which run on other threads: nil represents a value whose type is not `Sendable`.
  final var injectedForEffects: [ObjectIdentifier: (any Sendable)?] = [:]

  /// The overrides in force here, if there has ever been one.
  final var storedOverrides: AnyObject?

  /// The event handling state of this scope, once it needs any.
  final var runtime: NodeRuntime?

  /// Indicates whether middleware is called around the updates of this scope.
  final var hasMiddleware = false

  /// Indicates whether subscribers are called after the updates of this scope.
  final var hasSubscribers = false

  /// The middlewares and observers of this scope and of all below it, if there are any.
  final var subtreeHooks: SubtreeHooks?

  /// The observers of this scope's properties, once there are any.
  final var storedObservation: NodeObservation?

  /// The progress of the event that this scope is handling.
  final var eventPhase = EventPhase.idle

  /// Indicates whether the current update left more work: effects to start or cancel, or queued events.
  final var hasMoreToDo = false

  /// Indicates whether the `@Subscope` properties that exist since `init` have been found and linked.
  final var hasLinkedSubscopes = false

  /// Indicates whether the owner of this scope is being released, and this scope is not the root of a tree of
  /// its own yet.
  final var isOrphan = false

  /// Indicates whether the release of an ancestor retains this scope's children until it is their turn.
  final var isReleasedFromAbove = false

  /// Creates a scope that is a tree of its own until it is put into a `@Subscope`.
  public init() {}

  /// The state of this scope and of all scopes below it with their effects in flight, as an indented tree.
  ///
  /// `po`, `debugPrint` and failing assertions show it. Complexity: O(size of the state).
  open var debugDescription: String {
    StateText(self, objects: .withActivity).lines.joined(separator: "\n")
  }

  /// The parent of this scope.
  final var parentNode: ScopeNode? {
    get { unsafe storedParent?.takeUnretainedValue() }
    set { unsafe storedParent = newValue.map(Unmanaged.passUnretained) }
  }

  /// The property of the parent that holds this scope.
  final var linkToParent: SubscopeLink? {
    get { unsafe storedLink }
    set { unsafe storedLink = newValue }
  }

  /// Returns the first result of a closure for this scope and its ancestors, nearest first.
  ///
  /// Complexity: O(depth).
  @inline(__always)
  final func firstOnWayToRoot<Found>(_ find: (ScopeNode) -> Found?) -> Found? {
    // Sound: the caller retains this scope and so its tree, and the closure does not change it.
    var node = unsafe Unmanaged.passUnretained(self)
    while true {
      if let found = unsafe node._withUnsafeGuaranteedRef(find) { return found }
      guard let parent = unsafe node._withUnsafeGuaranteedRef({ unsafe $0.storedParent }) else { return nil }
      unsafe node = parent
    }
  }

  /// Indicates whether an event of this scope is between its start and the start of its effects.
  final var isHandlingEvents: Bool { eventPhase != .idle }

  deinit {
    SubtreeRelease.releaseChildren(of: self)
  }
}

/// The phases of an event in its scope.
enum EventPhase: UInt8 {
  /// No event is being handled.
  case idle
  /// `update(_:)` runs, or a middleware around it: effects can be enqueued and cancelled.
  case updating
  /// The update has returned: effects start, and subscribers are called.
  case finishing
}

/// A reference to a scope for other threads, which does not retain it.
///
/// Unchecked and sound: the reference is weak and constant, and the scope is accessed only on the actor that
/// its tree lives on at that moment.
final class ScopeReference: @unchecked Sendable {
  weak let node: ScopeNode?

  /// The home of the scope's tree.
  let home: Home

  init(_ node: ScopeNode, home: Home) {
    self.node = node
    self.home = home
  }
}
