import Statoscope
import StatoscopeRecording

/// Rows about recording.
@MainActor func recordingRows() -> [Row] {
  let (plain, recorded, left) = (Counter().send(.up), Counter().send(.up), Counter().send(.up))
  let recorder = ScopeRecorder(recorded)
  ScopeRecorder(left).stop()
  return [
    Row("an event with a recorder", of: "reading the state by hand", budget: 3, count: 10_000) { count in
      for number in 0..<count {
        plain.send(number & 1 == 0 ? .up : .down)
        _ = readByHand(plain)
      }
    } subject: { count in
      withExtendedLifetime(recorder) {
        for number in 0..<count { recorded.send(number & 1 == 0 ? .up : .down) }
      }
    },
    Row("an event once a recorder was stopped", of: "the same without", budget: 1, allocations: 0) {
      count in
      for number in 0..<count { plain.send(number & 1 == 0 ? .up : .down) }
    } subject: { count in
      for number in 0..<count { left.send(number & 1 == 0 ? .up : .down) }
    },
  ]
}

/// The state of a counter, read with `Mirror`.
@inline(never) private func readByHand(_ counter: Counter) -> Int {
  var sum = 0
  for property in Mirror(reflecting: counter).children {
    if let value = property.value as? Int { sum &+= value }
  }
  return sum
}
