import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// A counter that ends at a number, and refuses to go beyond.
final class Tally: Scope, ObservableObject {
  enum When {
    case up
    case down
    case look
  }

  @Published var count = 0
  let top: Int

  init(top: Int) {
    self.top = top
  }

  func update(_ when: When) throws {
    switch when {
    case .up:
      guard count < top else { throw InvalidStateError() }
      count += 1
    case .down:
      guard count > 0 else { throw InvalidStateError() }
      count -= 1
    case .look: break
    }
  }
}

struct Offline: Error {}
