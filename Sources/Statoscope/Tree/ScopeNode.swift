/// The stored part of every scope: its place in a tree, what is injected there, and its effects.
///
/// You never use it by name: `Scope` is `ScopeNode & ScopeProtocol`. It has no public members besides its
/// initializer, so that a scope's own `root`, `parent` or `effects` compiles and wins.
///
/// A scope is not `Sendable` and has no isolation of its own: it lives on the actor that uses it.
open class ScopeNode {
  /// The scope this one is a subscope of.
  ///
  /// Unsafe and sound: the link that holds this scope clears it before it lets go, and every parent clears its
  /// links' children before it is gone (``SubtreeRelease``), so it never outlives what it points at.
  ///
  /// Unmanaged, so that a walk to the root retains nobody on its way.
  final var parentPointer: Unmanaged<ScopeNode>?

  /// The property of the parent that holds this scope; cleared together with ``parentPointer``.
  final unowned(unsafe) var linkToParent: SubscopeLink?

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

  /// What is called around each event of this scope and of all below it.
  final var subtreeHooks: SubtreeHooks?

  /// Who observes this scope, if anybody asked.
  final var storedObservation: NodeObservation?

  /// How far the event that this scope is handling has come.
  final var eventPhase = EventPhase.idle

  /// Whether an update under way left more to do: effects to start or cancel, or events that had to wait.
  final var hasMoreToDo = false

  /// Whether the `@Subscope` properties that exist since `init` have been found and linked.
  final var hasLinkedSubscopes = false

  /// Whether the scope that owned this one is being released, and this one is not the root of a tree of its own yet.
  final var isOrphan = false

  /// Whether a release under way keeps this scope's children until their turn has come.
  final var isReleasedFromAbove = false

  /// Makes a scope that is a tree of its own until it is put into a `@Subscope`.
  public init() {}

  /// The scope this one is a subscope of.
  final var parentNode: ScopeNode? {
    get { parentPointer?.takeUnretainedValue() }
    set { parentPointer = newValue.map(Unmanaged.passUnretained) }
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
