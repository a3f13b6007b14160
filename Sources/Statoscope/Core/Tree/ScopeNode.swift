/// The stored part of every scope: its position in a tree, the values injected there, and its effects.
///
/// You never use it by name: `Scope` is `ScopeNode & ScopeProtocol`. It has no public members besides its
/// initializer and its debug description, so that a scope's own `root`, `parent` or `effects` compiles and
/// takes precedence.
///
/// A scope is not `Sendable` and has no isolation of its own: it lives on the actor that uses it.
@safe
open class ScopeNode: CustomDebugStringConvertible {
  /// The parent's reference to itself, which the parent clears when it is released; nil for a root.
  fileprivate final var parentReference: ParentReference?

  /// The index of the property that holds this scope among the parent's ``links``.
  fileprivate final var linkIndex: Int32 = 0

  /// Indicates whether this scope has become a child before; here, where the number before it leaves room.
  final var hasBeenChild = false

  /// The reference to this scope that its children share, once it has linked any.
  fileprivate final var ownReference: ParentReference?

  /// The context shared by the tree; nil until something needs it, found through ``context``.
  final var storedContext: TreeContext?

  /// The `@Subscope` properties of this scope, once they have been linked, each at its ``SubscopeLink/index``.
  final var links: [LinkReference] = []

  /// The values that this scope provides to itself and to all scopes below it.
  final var injectedValues = InjectedValues()

  /// The overrides in force, and the values for effects; nil while the scope provides none.
  final var injection: ScopeInjection?

  /// The event handling state of this scope, once it needs any.
  final var runtime: NodeRuntime?

  /// The middlewares and observers of this scope and of all below it, if there are any.
  final var subtreeHooks: SubtreeHooks?

  /// The observers of this scope's properties, once there are any.
  final var storedObservation: NodeObservation?

  /// The progress of the event that this scope is handling.
  final var eventPhase = EventPhase.idle

  /// Indicates whether an event can go directly to the update, as far as this scope itself is concerned.
  ///
  /// A middleware clears it, and so does the removal from a tree; the next event sets it again.
  final var isReady = false

  /// Indicates whether subscribers are called after the updates of this scope.
  final var hasSubscribers = false

  /// Indicates whether more follows the current update: effects to start or cancel, or queued events.
  final var hasMoreToDo = false

  /// Indicates whether the `@Subscope` properties that exist since `init` have been found and linked.
  final var hasLinkedSubscopes = false

  /// Indicates whether this scope has left its tree and has no context of its own yet.
  final var isAdrift = false

  /// Indicates whether the release of an ancestor retains this scope until it releases it, too.
  final var isAwaitingRelease = false

  /// Indicates whether this scope leaves, stays or enters in the change of a property that is being prepared.
  final var changeMark = ChangeMark.none

  /// Creates a scope that is a tree of its own until it is put into a `@Subscope`.
  public init() {}

  /// The state of this scope and of all scopes below it with their pending effects, as an indented tree.
  ///
  /// `po`, `debugPrint` and failing assertions show it. Complexity: O(size of the state).
  open var debugDescription: String {
    ValueNode(self, objects: .withActivity).lines.joined(separator: "\n")
  }

  deinit {
    SubtreeRelease.willRelease(self)
    ownReference?.clear()
    SubtreeRelease.releaseChildren(of: self)
  }
}

/// A scope's reference to itself, which its children share to find their parent.
///
/// The scope owns and clears it, so no child needs to be found for its reference to become nil.
@safe
final class ParentReference {
  /// The scope, until it clears this.
  ///
  /// Unsafe, because a look-up that retained each scope on its path to the root would take three times as
  /// long as its budget allows (Tests/Benchmarks). Sound: a scope creates its reference for itself and clears
  /// it in its `deinit`, before its memory is freed, and nothing else writes this property; all of that is in
  /// this file.
  fileprivate private(set) var scope: Unmanaged<ScopeNode>?

  fileprivate init(to scope: ScopeNode) {
    unsafe self.scope = .passUnretained(scope)
  }

  fileprivate func clear() {
    unsafe scope = nil
  }

  /// The scope; nil once it is being released.
  var node: ScopeNode? { unsafe scope?.takeUnretainedValue() }
}

/// Shows nothing: reading the reference by reflection would retain a scope that is being released.
extension ParentReference: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension ScopeNode {
  /// The scope whose property holds this one; nil for a root.
  final var parentNode: ScopeNode? {
    parentReference?.node
  }

  /// The scope at the top of the tree.
  ///
  /// Complexity: O(depth).
  final var rootNode: ScopeNode {
    var root = self
    while let parent = root.parentNode { root = parent }
    return root
  }

  /// The reference to this scope for its children.
  final var reference: ParentReference {
    if let ownReference { return ownReference }
    let made = ParentReference(to: self)
    ownReference = made
    return made
  }

  @inline(__always)
  final func owns(_ reference: ParentReference) -> Bool { reference === ownReference }

  /// The property of the parent that holds this scope.
  final var linkToParent: SubscopeLink? { parentNode?.links[Int(linkIndex)].link }

  final func isHeld(by link: SubscopeLink) -> Bool {
    guard let parentReference, linkIndex == link.index else { return false }
    return parentReference === link.owner
  }

  final func setParent(_ parent: ScopeNode, link: SubscopeLink) {
    parentReference = parent.reference
    linkIndex = link.index
  }

  /// Unlinks this scope from its parent: it is a root, and gets a context of its own when something needs it.
  ///
  /// - Parameter former: what it shared with its tree, if its tree has shared anything; its own context inherits from it.
  final func leaveParent(in former: TreeContext?) {
    if let former { storedContext = former }
    parentReference = nil
    isAdrift = true
    isReady = false
  }

  /// Unlinks this scope from its parent for as long as the event in progress may put it elsewhere in the same tree.
  final func depart(in context: TreeContext) {
    storedContext = context
    parentReference = nil
    isReady = false
  }

  /// Returns the value provided nearest on the path to the root, this scope included.
  ///
  /// Complexity: O(depth), without a retain of the scopes on the path.
  final func nearestValue(under key: ObjectIdentifier) -> InjectedValue? {
    // Sound: this scope is retained by the caller, and with it its tree. The loop only loads stored properties and
    // searches lists, with the code of this file, so nothing is released before it ends.
    var node = unsafe Unmanaged.passUnretained(self)
    while true {
      let value = unsafe node._withUnsafeGuaranteedRef { $0.injection == nil ? nil : $0.injectedValues[key] }
      if let value { return value }
      guard let parent = unsafe node._withUnsafeGuaranteedRef({ unsafe $0.parentReference?.scope }) else {
        return nil
      }
      unsafe node = parent
    }
  }

  /// The scopes on the path to the root that provide values, nearest first, this one included.
  ///
  /// Complexity: O(depth), without a retain of the other scopes on the path.
  final var providersOnPath: [ScopeNode] {
    var found: [ScopeNode] = []
    // Sound: as above; what is found is retained.
    var node = unsafe Unmanaged.passUnretained(self)
    while true {
      if unsafe node._withUnsafeGuaranteedRef({ $0.injection != nil }) {
        unsafe found.append(node.takeUnretainedValue())
      }
      guard let parent = unsafe node._withUnsafeGuaranteedRef({ unsafe $0.parentReference?.scope }) else {
        return found
      }
      unsafe node = parent
    }
  }

  /// Indicates whether an event of this scope is between its start and the start of its effects.
  final var isHandlingEvents: Bool { eventPhase != .idle }

  package final var typeName: String { Statoscope.typeName(type(of: self)) }

  /// The name of the scope in the log: its type, and its parent's type if there is one.
  final var logName: String { parentNode.map { "\(typeName) in \($0.typeName)" } ?? typeName }
}

extension ScopeNode: LibraryObject {
  package static var libraryClass: Any.Type { ScopeNode.self }

  package final var activityTexts: [String] {
    knownContext?.objectLookUps?.readsEffects()
    return effectsHandler?.listed.map { EffectText($0.work.pristine).text } ?? []
  }
}

/// The phases of an event in its scope.
enum EventPhase: UInt8 {
  case idle
  /// `update(_:)` runs, or a middleware around it: effects can be enqueued and cancelled.
  case updating
  /// The update has returned: effects start, and subscribers are called.
  case finishing
}

/// What a change of a property does to a scope.
enum ChangeMark: UInt8 {
  case none
  case leaving
  case staying
  case entering
}

/// A reference to a scope for other threads, which does not retain it.
///
/// Unchecked and sound: both properties are constant, and a weak reference can be loaded on any thread. The scope is
/// handed out only to a caller on the actor that its tree lives on, or in code that its tree has called.
final class ScopeReference: @unchecked Sendable {
  private weak let scope: ScopeNode?

  /// The home of the scope's tree.
  let home: Home

  init(_ scope: ScopeNode, home: Home) {
    self.scope = scope
    self.home = home
  }

  /// Indicates whether the scope exists and is not being released.
  var exists: Bool { scope != nil }

  /// Returns the scope if its tree lives on an actor, which the caller is isolated to.
  func scope(on actor: (any Actor)?) -> ScopeNode? { home.isHere(actor) ? scope : nil }

  /// Returns the scope to code that a tree has called, if it is the scope's own tree.
  func scope(inTreeAt home: Home) -> ScopeNode? { self.home.current === home.current ? scope : nil }

  /// Returns the scope to code that its own tree has called.
  func scopeForItsTree() -> ScopeNode? { scope }
}

/// Values by the identity of their types.
///
/// A sorted list instead of a dictionary: a scope provides few values, and a search needs no hash.
/// Complexity: O(log n) to find a value, O(n) to change one.
struct InjectedValues {
  fileprivate var entries: [(key: ObjectIdentifier, value: InjectedValue)] = []

  var isEmpty: Bool { entries.isEmpty }

  var types: [Any.Type] { entries.map(\.value.type) }

  /// The values for effects; nil represents a value whose type is not `Sendable`.
  var forEffects: [ObjectIdentifier: (any Sendable)?] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value.forEffects) })
  }

  subscript(key: ObjectIdentifier) -> InjectedValue? {
    get {
      let index = index(of: key)
      return index < entries.count && entries[index].key == key ? entries[index].value : nil
    }
    set {
      let index = index(of: key)
      let isThere = index < entries.count && entries[index].key == key
      entries.replaceSubrange(index..<(isThere ? index + 1 : index), with: newValue.map { [(key, $0)] } ?? [])
    }
  }

  /// Returns these values, and those of others where there is none.
  func merged(over others: InjectedValues) -> InjectedValues {
    guard !isEmpty else { return others }
    var merged = others
    for (key, value) in entries { merged[key] = value }
    return merged
  }

  /// Returns the index of a key, or the index to insert it at.
  @inline(__always)
  private func index(of key: ObjectIdentifier) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
