import Foundation
import Statoscope
import StatoscopeTesting
import Synchronization

@testable import shop

/// A bank that answers as it is asked to, one request after the other.
final class Bank: Sendable {
  enum Answer: Sendable {
    case promise, refusal
    /// The line to the bank is broken.
    case failure
    /// No answer for as long as anybody may wait.
    case never
  }

  private let answers: [Answer]
  private let clock: TestClock
  private let asked = Mutex(0)

  init(answers: [Answer], clock: TestClock) {
    self.answers = answers
    self.clock = clock
  }

  /// How often it was asked.
  var requests: Int { asked.withLock { $0 } }

  var gateway: PaymentGateway {
    PaymentGateway { request in
      let number = self.asked.withLock { asked in
        asked += 1
        return asked - 1
      }
      switch self.answers[number] {
      case .promise: return Authorisation(code: "for \(request.order)")
      case .refusal: throw PaymentDeclined()
      case .failure: throw CocoaError(.fileReadUnknown)
      case .never:
        try await self.clock.sleep(for: .seconds(3_600))
        throw PaymentDeclined()
      }
    }
  }
}
