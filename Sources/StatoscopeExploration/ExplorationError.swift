import Foundation
import Statoscope
import StatoscopeTesting

/// An error that prevents an exploration.
public enum ExplorationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No `EVENTS` and no `EFFECT` lists a possible step.
  case nothingCanHappen(scope: String, place: String)
  /// The closure that creates the scope threw.
  case givenThrew(scope: String, error: String, place: String)
  /// The closure returned the same scope again.
  case sameScopeGivenTwice(scope: String, place: String)
  /// The same events led to a different state than before.
  case replayDiffers(scope: String, events: [String], place: String)

  /// A sentence that names the problem, the place and the remedy.
  public var description: String {
    switch self {
    case .nothingCanHappen(let scope, let place):
      """
      nothing can happen to \(scope), so there is nothing to explore (EXPLORE at \(place)). \
      Add .EVENTS { sut in [ … ] } with the events that may be sent.
      """
    case .givenThrew(let scope, let error, let place):
      "the closure that makes \(scope) threw: \(error) (EXPLORE at \(place))"
    case .sameScopeGivenTwice(let scope, let place):
      """
      the closure gave the same \(scope) again (EXPLORE at \(place)). \
      Each way begins with a fresh scope: make one in the closure.
      """
    case .replayDiffers(let scope, let events, let place):
      """
      \(scope) is not the same each time the same events are sent (EXPLORE at \(place)). Give it a clock and a \
      generator that the test holds, or leave what differs out of the state with .STATE { }. \
      The events: \(events.joined(separator: ", "))
      """
    }
  }
}

extension ExplorationError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
