import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// What a world knows of one scope besides its properties.
final class ReentrantNode: CustomReflectable {
  let number: Int
  weak var scope: ReentrantScope?

  /// Indicates whether its subscopes may have been linked: a look at an untouched scope's tree would link them.
  var isTouched = false
  /// Indicates whether it was in a tree once; a root that was starts no effects.
  var hadParent = false
  /// Indicates whether it was put into a tree that was removed: the effects that it brings along go on there.
  var bringsEffects = false
  /// The properties that operations in progress are about to put it into.
  var reservations: [ReentrantPlace] = []
  /// The property that has held it since its owner's `init`, until its owner's subscopes are linked.
  var initialPlace: ReentrantPlace?
  /// The number of updates in progress, which is one at most.
  var updates = 0
  /// The numbers of the middlewares of its own events, and of those of its subtree.
  var (ownMiddlewares, subtreeMiddlewares) = ([Int](), [Int]())

  init(number: Int) { self.number = number }

  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// A property of a scope that holds scopes.
struct ReentrantPlace: Equatable {
  enum Slot: CaseIterable { case optional, list, table, screen, path, screens, pinned, only }

  let owner: ReentrantNode
  let slot: Slot

  static func == (one: ReentrantPlace, other: ReentrantPlace) -> Bool {
    one.owner === other.owner && one.slot == other.slot
  }
}

/// A scope with a `@Subscope` of each kind that can be empty.
class ReentrantScope: Scope, ObservableObject {
  typealias When = ReentrantEvent

  @Subscope var optional: ReentrantScope?
  @Subscope var list: [ReentrantScope] = []
  @Subscope var table: [ReentrantKey: ReentrantScope] = [:]
  @Subscope var screen: ReentrantScreen?
  @Subscope var path: [ReentrantScreen] = []
  @Subscope var screens: [ReentrantKey: ReentrantScreen] = [:]
  @Published var state = ReentrantState(0)
  @Injected var tag: ReentrantTag
  private(set) var version = 0

  let world: ReentrantWorld
  let node: ReentrantNode

  init(world: ReentrantWorld) {
    self.world = world
    node = world.newNode()
    super.init()
    node.scope = self
  }

  deinit { world.release(self) }

  func update(_ when: ReentrantEvent) throws {
    version += 1
    try world.update(self, when)
  }

  var storages: [(label: String?, value: Any)] {
    [
      ("_optional", _optional), ("_list", _list), ("_table", _table), ("_screen", _screen), ("_path", _path),
      ("_screens", _screens), ("_state", _state),
    ]
  }
}

/// A scope with properties that are never empty, which publishes the changes of its ancestor.
final class ReentrantOwner: ReentrantScope {
  @Subscope var pinned: ReentrantScope
  @Subscope var only: ReentrantScreen
  @Superscope(observed: true) var above: ReentrantScope?

  override init(world: ReentrantWorld) {
    let child = ReentrantScope(world: world)
    pinned = child
    only = .text(ReentrantState(0))
    super.init(world: world)
    child.node.initialPlace = ReentrantPlace(owner: node, slot: .pinned)
  }
}

/// A scope that runs code of the app whenever it is reflected.
final class ReentrantMirror: ReentrantScope, CustomReflectable {
  var customMirror: Mirror {
    world.appRuns(at: .customMirror)
    return Mirror(self, children: storages)
  }
}

/// A scope with a stored value.
///
/// Not each scope has one: it observes the scope's position, and asks for the tree whenever that changes.
final class ReentrantStoring: ReentrantScope {
  @Stored("stored") var stored = ReentrantState(0)
}

/// A scope that is a middleware of the events below it.
final class ReentrantGuard: ReentrantScope, SubscopeMiddleware {
  func updateSubscope(_ event: ScopeEvent, _ next: () throws -> Void) throws {
    try world.wrap(event, by: -node.number, next)
  }
}
