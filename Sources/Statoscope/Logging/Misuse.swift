/// The programming errors that the library traps on, with their texts.
///
/// Each text names what happened, where, and how to fix it.
package enum Misuse: CustomStringConvertible {
  case scopeInTwoPlaces(scope: String, first: String, second: String)
  case scopeBelowItself(scope: String, place: String, way: String)
  case effectsStateOutsideUpdate(scope: String, operation: String)
  case noAncestor(scope: String, ancestor: String)
  case readOnlySlice(scope: String, value: String)
  case scopesInOneCase(place: String, scopes: [String])
  case subscopeOfTwoOwners(property: String, owner: String)
  case subscopeReadDuringChange(property: String)
  case twoEventTypes(scope: String, events: String)
  case scopeNotRemovable(scope: String, place: String)
  case negativeRetries(Int, effect: String)
  case noRoomForMoments(capacity: Int, scope: String)

  package var description: String {
    switch self {
    case .scopeInTwoPlaces(let scope, let first, let second):
      """
      The scope \(scope) is at \(first) and was also put at \(second). A scope has one place in one tree. \
      Remove it from the first place before putting it at the second, or make another scope.
      """
    case .scopeBelowItself(let scope, let place, let way):
      """
      The scope \(scope) is the root of a tree and was also put at \(place), which is \(way) of itself. A tree \
      of scopes has no cycles. Refer to an ancestor with @Superscope instead.
      """
    case .effectsStateOutsideUpdate(let scope, let operation):
      """
      effectsState.\(operation) was called on \(scope) outside its update(_:). Effects start from an event: \
      send one, and call effectsState.\(operation) while it is handled.
      """
    case .noAncestor(let scope, let ancestor):
      """
      \(scope) has no \(ancestor) above it, and a slice of it was used. Put \(scope) below a \(ancestor) with \
      @Subscope, make \(ancestor) Injectable so that it has a default, or make the slice optional.
      """
    case .readOnlySlice(let scope, let value):
      """
      A @Slice of \(scope), a \(value), was set, but it is read-only. Give it the event that sets it: \
      @Slice(\\Ancestor.value, set: Ancestor.When.event).
      """
    case .scopesInOneCase(let place, let scopes):
      """
      \(place) holds several scopes: \(scopes.joined(separator: ", ")). A case of a ScopeEnum has one scope at most. Put them into a \
      scope with a @Subscope of their own, or implement `var scope: ScopeNode?` to say which one is the child.
      """
    case .subscopeOfTwoOwners(let property, let owner):
      """
      \(property) was used, and its storage is that of a @Subscope of \(owner). The storage of a property belongs to one \
      scope. Assign the value of the property, not the property with an underscore.
      """
    case .subscopeReadDuringChange(let property):
      """
      \(property) was read while a change of it in place was in progress. Swift does not allow that for any property. \
      Read it before the change, or assign a changed copy of it.
      """
    case .twoEventTypes(let scope, let events):
      """
      \(scope) was sent an event of another type than its middleware, subscribers and effects are for, which is \
      \(events). Two modules make the class conform to ScopeProtocol. Remove one of the conformances, or use the class in \
      one of the modules only.
      """
    case .scopeNotRemovable(let scope, let place):
      """
      removeFromSuperscope() was called on the scope \(scope) at \(place), a property that always holds a scope. \
      Declare the property as an optional, an array or a dictionary, or put another scope into it.
      """
    case .negativeRetries(let times, let effect):
      """
      retry(\(times)) was called on the effect \(effect), which cannot run again fewer than 0 times. Pass the number of \
      further attempts: retry(2) makes at most 3 in total.
      """
    case .noRoomForMoments(let capacity, let scope):
      """
      A ScopeRecorder of the scope \(scope) was made with the capacity \(capacity), but it has room for one moment at \
      least. Pass the number of moments to retain: ScopeRecorder(scope, capacity: 1_000).
      """
    }
  }

  /// Stops the program with the text of this misuse.
  ///
  /// Not a `preconditionFailure`: in an optimized build that prints no text.
  package func trap() -> Never {
    fatalError(description)
  }
}
