import Foundation

/// The requirements that a storage's back end violates.
public struct StorageBackendFailure: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The name of the back end's place.
  public let place: String

  /// One sentence for each violated requirement, with the value that was found instead.
  public let failures: [String]

  /// A list of the violated requirements.
  public var description: String {
    """
    \(place) does not keep what a StorageBackend promises:
    \(failures.map { "- " + $0 }.joined(separator: "\n"))
    """
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// The failures of one check.
struct CheckFailures {
  var texts: [String] = []

  mutating func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ promise: String) {
    guard found != expected else { return }
    note("\(promise): expected \(text(expected)), found \(text(found))")
  }

  mutating func note(_ text: String) {
    texts.append(text)
  }

  private func text(_ value: Any) -> String {
    switch value {
    case let data as Data: return String(decoding: data, as: UTF8.self)
    case let values as [String: Data]:
      let parts = values.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
      return parts.isEmpty ? "[:]" : "[\(parts.joined(separator: ", "))]"
    case let answers as [Bool]: return "\(answers)"
    case let number as Int: return "\(number)"
    case Optional<Any>.none: return "nothing"
    default: return "\(value)"
    }
  }
}
