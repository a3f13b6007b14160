/// An object that is known as a value.
struct ObjectReference {
  let object: AnyObject

  /// - Parameter value: an object; another value is put into a box, as `as AnyObject` does.
  init(_ value: Any) {
    object = ObjectReference.cast(value, to: AnyObject.self) ?? value as AnyObject
  }

  /// Casts a value: `as AnyObject` would look for what a structure is bridged to first, which takes six times as long.
  private static func cast<Target>(_ value: Any, to _: Target.Type) -> Target? { value as? Target }
}
