import Statoscope

/// Rows about recording.
@MainActor func recordingRows() -> [Row] {
  let (plain, recorded, left) = (Counter().send(.up), Counter().send(.up), Counter().send(.up))
  let recorder = ScopeRecorder(recorded)
  ScopeRecorder(left).stop()
  return [
    Row("an event with a recorder", of: "the same without", budget: 5, allocations: 0, count: 10_000) {
      count in
      for number in 0..<count { plain.send(number & 1 == 0 ? .up : .down) }
    } subject: { count in
      withExtendedLifetime(recorder) {
        for number in 0..<count { recorded.send(number & 1 == 0 ? .up : .down) }
      }
    },
    Row("an event once a recorder was stopped", of: "the same without", budget: 1.1, allocations: 0) {
      count in
      for number in 0..<count { plain.send(number & 1 == 0 ? .up : .down) }
    } subject: { count in
      for number in 0..<count { left.send(number & 1 == 0 ? .up : .down) }
    },
  ]
}
