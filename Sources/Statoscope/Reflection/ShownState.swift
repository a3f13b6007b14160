/// A stored value that shows another value in its place, such as a property wrapper, or none when it is not
/// state.
package protocol ShownState {
  var shownState: Any? { get }
}

/// A stored value that is not state, such as a property wrapper that performs a look-up.
package protocol HiddenState: ShownState {}

extension HiddenState {
  package var shownState: Any? { nil }
}

/// An object with a base class of the library, whose own storage is not state; the storage of its subclasses
/// is.
package protocol LibraryObject: AnyObject {
  /// The activity of the object, for debug descriptions: one line each.
  var activityTexts: [String] { get }

  /// The base class that holds the library's own storage.
  static var libraryClass: Any.Type { get }
}
