@propertyWrapper
package struct Redacted<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  package var wrappedValue: Value
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
extension Redacted: CustomStringConvertible, CustomReflectable {
  package var description: String { "<redacted>" }
  package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
