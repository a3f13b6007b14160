import Statoscope

/// Rows about recording.
@MainActor func recordingRows() -> [Row] {
  let (plain, recorded) = (Counter().send(.up), Counter().send(.up))
  let recorder = ScopeRecorder(recorded)
  return [
    Row("an event with a recorder", of: "the same without", budget: 5, allocations: 0, count: 10_000) {
      count in
      for number in 0..<count { plain.send(number & 1 == 0 ? .up : .down) }
    } subject: { count in
      withExtendedLifetime(recorder) {
        for number in 0..<count { recorded.send(number & 1 == 0 ? .up : .down) }
      }
    }
  ]
}
