import Foundation

/// The error that an `update` throws for an event that is invalid in the present state.
///
/// ```swift
/// case .userTappedPay:
///   guard !basket.isEmpty else { throw InvalidStateError() }
/// ```
public struct InvalidStateError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The source line that threw, as `File.swift:line`.
  public let location: String

  /// Notes where the error is made, so that its text can say it.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    location = "\(fileID):\(line)"
  }

  /// Errors are equal wherever they were thrown: the line is for people.
  public static func == (_: InvalidStateError, _: InvalidStateError) -> Bool { true }

  /// Says where the update refused the event.
  public var description: String { "the event is invalid in the present state (refused at \(location))" }
}

extension InvalidStateError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
