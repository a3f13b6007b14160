import StatoscopeTesting

extension Network {
  /// Fails a number of times before it answers.
  static func failing(_ times: Int) -> Network {
    let attempts = Attempts()
    return Network { _ in
      guard await attempts.next() > times else { throw Offline() }
      return .almanac
    }
  }

  /// Never answers within an hour.
  static func silent(_ clock: TestClock) -> Network {
    Network { _ in
      try await clock.sleep(for: .seconds(3_600))
      return .almanac
    }
  }

  /// Never answers the first request, and answers all others immediately.
  static func hangingOnce(_ clock: TestClock) -> Network {
    let attempts = Attempts()
    return Network { _ in
      if await attempts.next() == 1 { try await clock.sleep(for: .seconds(3_600)) }
      return .almanac
    }
  }
}

private actor Attempts {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
