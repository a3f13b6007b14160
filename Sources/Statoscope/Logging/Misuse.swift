/// The programming errors that the library traps on, with their texts.
///
/// Each text names what happened, where, and how to fix it.
package enum Misuse: CustomStringConvertible, Sendable {
  case scopeHeldTwice(scope: String, first: String, second: String, root: String)
  case scopeHeldInTwoTrees(scope: String, first: String, second: String)
  case scopeBelowItself(scope: String, property: String, keyPath: String)
  case effectsStateOutsideUpdate(scope: String, operation: String)
  case noAncestor(scope: String, ancestor: String)
  case readOnlySlice(scope: String, value: String)
  case scopesInOneCase(name: String, scopes: [String])
  case subscopeOfTwoOwners(property: String, owner: String)
  case subscopeReadDuringChange(property: String)
  case twoEventTypes(scope: String, events: String)
  case scopeNotRemovable(scope: String, property: String)
  case negativeRetries(Int, effect: String)
  case noRoomForMoments(capacity: Int, scope: String)
  case endpointNotSet(name: String, location: String)
  case versionsOfMigrations([Int])
  case defaultOfOptional(key: String, type: String)
  case reservedKey(String)

  package var description: String {
    switch self {
    case .scopeHeldTwice(let scope, let first, let second, let root):
      """
      The scope \(scope) is held by \(first) and was also assigned to \(second) of \(root). A scope can be in a tree only \
      once. Remove it from \(first) before you assign it to \(second), or in the same event, or create another scope.
      """
    case .scopeHeldInTwoTrees(let scope, let first, let second):
      """
      The scope \(scope) is held by \(first) and was also assigned to \(second). A scope can be in only one tree. Remove \
      it from \(first) before you assign it to \(second), or create another scope.
      """
    case .scopeBelowItself(let scope, let property, let keyPath):
      """
      The scope \(scope) was assigned to \(property), which is below that same scope, at \(keyPath). A tree of \
      scopes cannot contain a cycle. Refer to an ancestor with @Superscope instead.
      """
    case .effectsStateOutsideUpdate(let scope, let operation):
      """
      effectsState.\(operation) was called on \(scope) outside of its update(_:). A scope can start and cancel \
      effects only while it handles an event. Send \(scope) an event, and call effectsState.\(operation) in the \
      update(_:) that handles it.
      """
    case .noAncestor(let scope, let ancestor):
      """
      A @Slice of \(scope) was used, but \(scope) has no ancestor of type \(ancestor). Hold \(scope) in a @Subscope \
      property of \(ancestor) or of one of its descendants, inject a scope of this type above it, as a test of \(scope) \
      alone does, make \(ancestor) conform to Injectable so that it has a default value, or declare the slice as an optional.
      """
    case .readOnlySlice(let scope, let value):
      """
      A @Slice of \(scope) with a value of type \(value) was set, but it is read-only, because it was declared \
      without an event that sets it. Add that event: @Slice(\\Ancestor.value, set: Ancestor.When.event).
      """
    case .scopesInOneCase(let name, let scopes):
      """
      The case \(name) holds several scopes: \(scopes.joined(separator: ", ")). A case of a ScopeEnum can hold only \
      one. Move them into a new scope with a @Subscope property for each, or implement `var scope: ScopeNode?` in \
      the enum, and return the one that is the child.
      """
    case .subscopeOfTwoOwners(let property, let owner):
      """
      \(property) was used, but its storage belongs to a @Subscope property of \(owner), because one property with an \
      underscore was assigned to another (`_a = _b`). Each property needs storage of its own. Assign the value of the \
      property instead (`a = b`).
      """
    case .subscopeReadDuringChange(let property):
      """
      \(property) was read while it was being changed in place. Swift does not allow that for any property. Read it \
      before the change, or change a copy of its value and assign that.
      """
    case .twoEventTypes(let scope, let events):
      """
      \(scope) was sent an event whose type is not \(events), which its middleware, subscribers and effects expect. \
      Two modules declare that \(scope) conforms to ScopeProtocol, each with an event type of its own. Remove one of \
      the conformances, or use the class in only one of the modules.
      """
    case .scopeNotRemovable(let scope, let property):
      """
      removeFromSuperscope() was called on the scope \(scope), which is held by \(property). That property cannot be \
      without a scope. Declare it as an optional, an array or a dictionary, or assign another scope to it.
      """
    case .negativeRetries(let times, let effect):
      """
      retry(\(times)) was called on the effect \(effect), but the number of retries cannot be negative. Pass the \
      number of attempts after the first: retry(2) makes at most 3 attempts.
      """
    case .noRoomForMoments(let capacity, let scope):
      """
      A ScopeRecorder of the scope \(scope) was created with the capacity \(capacity), but a recorder needs room for at \
      least one moment. Pass the number of moments that it retains: ScopeRecorder(scope, capacity: 1_000).
      """
    case .versionsOfMigrations(let versions):
      """
      A storage has migrations to the versions \(versions.map { "\($0)" }.joined(separator: ", ")), but each needs a version \
      of its own, from 2 on: values without a version have version 1.
      """
    case .defaultOfOptional(let key, let type):
      """
      @Stored("\(key)") has the type \(type) and a default other than nil, which it would show again after nil was set. \
      Declare it without a default, or with a type that is not optional.
      """
    case .reservedKey(let key):
      """
      The key "\(key)" was used, but keys that begin with "statoscope." belong to the library, such as the version of the \
      values. Choose another key.
      """
    case .endpointNotSet(let name, let location):
      """
      \(name) was called, but it is unimplemented at \(location). Set it in the value that you inject, or do not call it \
      here.
      """
    }
  }

  /// Indicates whether it is a fault of what the app injects, which does not stop the program.
  package var isOfApp: Bool { if case .endpointNotSet = self { true } else { false } }

  /// The plan that runs in this task, whose step a misuse fails; nil where a misuse stops the program.
  ///
  /// An object: an optional closure as a task-local value crashes optimized code of Swift 6.3.
  @TaskLocal package static var receiver: (any MisuseReceiver)?

  /// Reports this misuse to the plan that runs in this task; without one, stops the program.
  ///
  /// The caller then goes on as if the call had not been made, so that other tests still report.
  package func refuse() {
    guard let receiver = Misuse.receiver else { trap() }
    receiver.receive(self)
  }

  /// Stops the program with the text of this misuse, also in a plan: its caller cannot go on.
  ///
  /// Not a `preconditionFailure`: in an optimized build that prints no text.
  package func trap() -> Never {
    fatalError(description)
  }
}

/// A plan that reports misuse of the library instead of stopping the program.
package protocol MisuseReceiver: AnyObject, Sendable {
  /// Records a misuse, in whatever task it occurred.
  func receive(_ misuse: Misuse)

  /// Records that effects of a scope in no tree were not started, which only the log says.
  func receive(_ refusal: EffectIsolationError)

  /// Records that a scope in no tree, in its `init` that is, got the default of a type.
  func receive(defaultOf type: Any.Type, by scope: String)
}
