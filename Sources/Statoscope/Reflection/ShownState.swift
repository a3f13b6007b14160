/// A stored value that shows another in its place, such as a property wrapper, or nothing when it is no state.
package protocol ShownState {
  var shownState: Any? { get }
}

/// A stored value that is no state, such as a property wrapper that looks something up.
package protocol HiddenState: ShownState {}

extension HiddenState {
  package var shownState: Any? { nil }
}

/// The library's own part of an object: what that class stores itself is no state, what its subclasses store is.
package protocol LibraryObject: AnyObject {
  /// What is in progress, for a description of the object for debugging: one line each.
  var activityTexts: [String] { get }

  /// The class that the library stores its own in.
  static var libraryClass: Any.Type { get }
}
