import Foundation
import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

@Suite("Recordings, as the landing page has them")
struct RecordedCounterTests {
  @Test func `a recording is a page and a flow test`() throws {
    let app = Counter()
    let folder = try TemporaryFolder()
    let file = folder.file("recording.html")
    let recorder = ScopeRecorder(app)
    app.send(.userTappedIncrementButton)
    try recorder.recording.html().write(to: file, atomically: true, encoding: .utf8)
    print(recorder.recording.flowTest())
    #expect(try String(contentsOf: file, encoding: .utf8).contains("viewDisplaysTotalCount: 1"))
    #expect(recorder.recording.flowTest().contains(".WHEN(.userTappedIncrementButton)"))
  }
}
