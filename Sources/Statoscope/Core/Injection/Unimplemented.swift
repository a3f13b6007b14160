import Foundation

/// Returns a closure for an endpoint that a test has to set before it is called.
///
/// A client of closures begins with them, and each test sets those that it expects to be called:
///
/// ```swift
/// struct Client: Sendable, Injectable {
///   var load: @Sendable (Int) async throws -> [String] = unimplemented("Client.load")
///   var isOn: @Sendable () -> Bool = unimplemented("Client.isOn", placeholder: false)
///
///   static let defaultValue = Client()
/// }
/// ```
///
/// Called in a plan, the closure fails the plan's step, by name; elsewhere it logs at ``LogLevel/errors``. Then it throws.
/// It has any number of parameters, and may be used where an asynchronous one is expected.
///
/// - Parameters:
///   - name: the name of the endpoint, for people: `Client.load`.
///   - fileID: the file that declares the endpoint.
///   - line: the line that declares the endpoint.
/// - Returns: a closure that throws ``UnimplementedError``.
public func unimplemented<each Argument, Result>(
  _ name: String,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) throws -> Result {
  let error = UnimplementedError(endpoint: name, location: "\(fileID):\(line)")
  return { (_: repeat each Argument) in
    error.report()
    throw error
  }
}

/// Returns a closure for an endpoint without a result that a test has to set before it is called.
///
/// Like ``unimplemented(_:fileID:line:)``, for a closure that cannot throw.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ name: String,
  line: UInt = #line,
  fileID: StaticString = #fileID
) -> @Sendable (repeat each Argument) -> Void {
  let error = UnimplementedError(endpoint: name, location: "\(fileID):\(line)")
  return { (_: repeat each Argument) in error.report() }
}

/// Returns a closure for an endpoint that a test has to set before it is called, and that cannot throw.
///
/// Called in a plan, the closure fails the plan's step, by name; elsewhere it logs at ``LogLevel/errors``. Then it returns
/// the placeholder.
///
/// - Parameters:
///   - name: the name of the endpoint, for people: `Client.isOn`.
///   - placeholder: the result of the closure, evaluated at each call.
///   - fileID: the file that declares the endpoint.
///   - line: the line that declares the endpoint.
public func unimplemented<each Argument, Result>(
  _ name: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
  let error = UnimplementedError(endpoint: name, location: "\(fileID):\(line)")
  return { (_: repeat each Argument) in
    error.report()
    return placeholder()
  }
}

/// The error of an endpoint that was called and that nobody has set; see ``unimplemented(_:fileID:line:)``.
public struct UnimplementedError: LocalizedError, CustomStringConvertible, Hashable, Sendable {
  /// The name of the endpoint.
  public let endpoint: String
  /// The file and the line that declare the endpoint.
  public let location: String

  /// A text that names the endpoint, its declaration and the remedy.
  public var description: String { Misuse.endpointNotSet(name: endpoint, location: location).description }

  /// The same text as ``description``.
  public var errorDescription: String? { description }

  /// Fails the step of the plan that runs in this task; without one, logs.
  fileprivate func report() {
    guard let receiver = Misuse.receiver else { return StatoscopeLogger.log(.errors) { "\(description)" } }
    receiver.receive(.endpointNotSet(name: endpoint, location: location))
  }
}
