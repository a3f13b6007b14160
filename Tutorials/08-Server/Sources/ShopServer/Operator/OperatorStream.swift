import ShopDomain
import Statoscope

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
  var moment: Moment?

  struct Moment: Encodable {
    let number: Int
    let time: String
    let scope: String
    let event: String?
    let cause: String
    let failure: String?
    let change: [String]
    let effects: [String]
  }

  init(_ event: OperatorEvent) {
    state = event.state
    guard let moment = event.moment else { return }
    self.moment = Moment(
      number: moment.number,
      time: moment.time.formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .narrow)),
      scope: moment.path == "\\.self" ? moment.type : "\(moment.type) at \(moment.path)",
      event: moment.event,
      cause: OperatorMessage.text(of: moment.cause),
      failure: moment.failure,
      change: moment.change,
      effects: moment.effects.map(OperatorMessage.text)
    )
  }

  private static func text(of cause: ScopeRecording.Cause) -> String {
    switch cause {
    case .outside: ""
    case .update(let moment): "sent by moment \(moment)"
    case .effect(let number): "from effect \(number)"
    }
  }

  private static func text(of news: ScopeRecording.EffectNews) -> String {
    let end =
      switch news.end {
      case nil: "▶ started"
      case .completed: "■ ended"
      case .failed(let error): "✗ failed: \(error)"
      case .cancelled: "◻ was cancelled"
      }
    return "effect \(news.number) \(news.effect) \(end)"
  }
}
