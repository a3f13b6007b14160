import Foundation

/// The error that an `update` throws for an event that is invalid in the current state.
///
/// ```swift
/// case .userTappedPay:
///   guard !basket.isEmpty else { throw InvalidStateError() }
/// ```
public struct InvalidStateError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The location that threw, as `File.swift:line`.
  public let location: String

  /// Creates an error that names its own location.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    location = "\(fileID):\(line)"
  }

  /// All errors are equal, wherever they were thrown: the location is for people.
  public static func == (_: InvalidStateError, _: InvalidStateError) -> Bool { true }

  /// A sentence that names the location of the refusal.
  public var description: String { "the event is invalid in the present state (refused at \(location))" }
}

extension InvalidStateError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
