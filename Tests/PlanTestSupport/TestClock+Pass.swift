import StatoscopeTesting

extension TestClock {
  /// Lets time pass in a number of steps, each once a task sleeps.
  public func pass(_ count: Int, lasting duration: Duration = .seconds(1)) async {
    for _ in 0..<count {
      await sleepers()
      advance(by: duration)
    }
  }
}
