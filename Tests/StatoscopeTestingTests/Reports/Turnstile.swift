import Statoscope

/// A small scope whose events have names and values of all kinds, for the words of living documentation.
final class Turnstile: Scope {
  enum When: NamedEvents {
    case userTapped3Times
    case loadURLAgain
    case page2Loaded(String?)
    case userMoved(by: Int, isFast: Bool)
    case keysChanged([String: Int])
    case gateChanged(Gate)
    case neverSentAtAll

    static var eventNames: [String] {
      [
        "userTapped3Times", "loadURLAgain", "page2Loaded", "userMoved", "keysChanged", "gateChanged",
        "neverSentAtAll",
      ]
    }
  }

  enum Gate: Equatable {
    case wideOpen
    case ajar(width: Int)
  }

  var gate = Gate.wideOpen
  var text = ""
  var isReady = false
  var userID: Int?
  @Subscope var lamp = Beacon()

  func update(_ when: When) throws {
    switch when {
    case .gateChanged(let gate):
      guard gate != self.gate else { throw InvalidStateError() }
      self.gate = gate
    case .page2Loaded(let text): self.text = text ?? ""
    case .userTapped3Times: isReady.toggle()
    case .userMoved(let by, _): userID = by
    case .loadURLAgain, .keysChanged, .neverSentAtAll: break
    }
  }
}

final class Beacon: Scope {
  enum When: CaseIterable { case switchedOn, switchedOff }
  var isLit = false
  func update(_ when: When) throws { isLit = when == .switchedOn }
}
