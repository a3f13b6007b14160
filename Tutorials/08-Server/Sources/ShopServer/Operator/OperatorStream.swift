import ShopDomain
import Statoscope
import StatoscopeRecording

/// What an operator's window shows of one session, as it happens.
package struct OperatorStream: Sendable {
  package let events: AsyncStream<OperatorEvent>
  /// Ends the stream, for example because the window was closed.
  package let end: @Sendable () -> Void
}

/// One moment of a session, and the state of its tree after it.
package struct OperatorEvent: Sendable {
  /// Nil for the state that the operator finds.
  package let moment: ScopeRecording.Moment?
  /// The tree with its effects in flight, as `debugDescription` prints it.
  package let state: String
}

/// One line of the list of sessions.
package struct SessionSummary: Codable, Sendable {
  package let number: Int
  package let windows: Int
  package let products: Int
  package let stage: Checkout.Stage?
  package let orders: Int
}

/// An event of an operator's stream as it goes over the wire.
struct OperatorMessage: Encodable {
  let state: String
  /// The moment as an item of the page's list.
  let moment: String?

  init(_ event: OperatorEvent) {
    state = event.state
    moment = event.moment?.html()
  }
}
