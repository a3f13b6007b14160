/// A property whose value is kept out of every text: logs, failures, recordings and pages show `<redacted>`.
///
/// ```swift
/// final class SignIn: Scope {
///   @Redacted var password = ""
///   @Published @Redacted var oneTimeCode = ""
///   @Stored("token") @Redacted var token: String?
///   …
/// }
/// ```
/// The value itself is used, compared and stored as usual: tests compare it, an exploration distinguishes
/// states by it, and an exhaustive plan requires an assertion for each of its changes. Only its text is
/// withheld. The wrapper stands behind `@Published` and `@Stored`, which announce and store the value.
/// Combine's `@Published` takes no second wrapper: where that is used, make the value itself redacted, as in
/// `@Published var code = Redacted(wrappedValue: "")`. The same works for values of events and effects.
@propertyWrapper
public struct Redacted<Value> {
  /// The value, for code that needs it.
  public var wrappedValue: Value

  /// Creates a property whose value is kept out of texts.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The value of a property of a class, whose reads a flow test records.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Redacted<Value>>
  ) -> Value {
    get {
      if let scope = owner as? ScopeNode {
        scope.storedObservation?.record(PropertyRead(of: scope, through: wrappedKeyPath, to: storageKeyPath))
      }
      return owner[keyPath: storageKeyPath].wrappedValue
    }
    _modify { yield &owner[keyPath: storageKeyPath].wrappedValue }
  }
}

extension Redacted: Sendable where Value: Sendable {}

extension Redacted: Equatable where Value: Equatable {}

extension Redacted: Hashable where Value: Hashable {}

extension Redacted: Decodable where Value: Decodable {
  /// Decodes the value as if it were not redacted.
  ///
  /// - Throws: the error of the value's own decoding.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }
}

extension Redacted: Encodable where Value: Encodable {
  /// Encodes the value as if it were not redacted, so that a stored value can be read back.
  ///
  /// - Throws: the error of the value's own encoding.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text in place of the value: `<redacted>`.
  public var description: String { RedactedText.text }

  /// The text in place of the value: `<redacted>`.
  public var debugDescription: String { RedactedText.text }

  /// A mirror without the value, so that `dump` does not show it either.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// The text in place of every redacted value.
package enum RedactedText {
  package static let text = "<redacted>"

  /// Checks whether one of the lines stands for a redacted value.
  package static func isIn(_ lines: [String]) -> Bool { lines.contains { $0.contains(text) } }

  /// Returns the diff of a redacted value, whose lines are the same before and after a change.
  package static func diff(ofSame lines: [String]) -> [String] {
    lines.filter { $0.contains(text) }.flatMap { ["- " + $0, "+ " + $0] }
  }
}

/// A ``Redacted`` of any value type.
package protocol RedactedValue {
  /// The value itself, for comparisons.
  var redactedValue: Any { get }
}

extension Redacted: RedactedValue {
  package var redactedValue: Any { wrappedValue }
}
