/// The name a person would call a type by: qualified by the types around it, but not by its module.
///
/// Used in texts only, never as a key: two types may share a name.
package func typeName(_ type: Any.Type) -> String {
  let qualified = String(reflecting: type)
  guard let dot = qualified.firstIndex(of: "."), !qualified.contains("<"), !qualified.contains("(") else {
    return String(describing: type)
  }
  return String(qualified[qualified.index(after: dot)...])
}
