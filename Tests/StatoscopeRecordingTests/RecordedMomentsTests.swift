import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

@Suite struct `The moments of a recorder` {
  @Test func `are delivered as they are recorded, from their first request on`() async {
    let counter = Adder()
    let recorder = ScopeRecorder(counter)
    counter.send(.add(1))
    let moments = recorder.moments
    counter.send(.add(2)).send(.add(3))
    recorder.stop()
    var texts: [String] = []
    for await moment in moments {
      texts.append("\(moment.number) \(moment.event ?? "-") \(moment.change)")
    }
    #expect(
      texts == [
        #"2 .add(2) ["- count: 1", "+ count: 3"]"#,
        #"3 .add(3) ["- count: 3", "+ count: 6"]"#,
      ]
    )
  }

  @Test func `are those of the recording`() async {
    let counter = Adder()
    let recorder = ScopeRecorder(counter)
    let moments = recorder.moments
    counter.send(.addTwice(2)).send(.show)
    counter.detail?.send(.add(7))
    counter.send(.hide).send(.show)
    counter.count = 100
    counter.send(.add(1))
    let recording = recorder.recording
    recorder.stop()
    var live: [ScopeRecording.Moment] = []
    for await moment in moments { live.append(moment) }
    #expect(live == recording.moments)
    #expect(live.contains { $0.path == #"\.detail"# && $0.event == ".add(7)" })
  }

  @Test func `include a change without an event as soon as the recording has it`() async {
    let counter = Adder()
    let recorder = ScopeRecorder(counter)
    var moments = recorder.moments.makeAsyncIterator()
    counter.count = 100
    #expect(recorder.recording.moments.count == 1)
    #expect(await moments.next(isolation: #isolation)?.change == ["- count: 0", "+ count: 100"])
  }

  @Test func `begin after the event during which they are requested`() async {
    let counter = Adder()
    let recorder = ScopeRecorder(counter)
    let first = recorder.moments
    var second: [any AsyncSequence<ScopeRecording.Moment, Never> & Sendable] = []
    counter.addMiddleware { _, when, next in
      try next(when)
      second.append(recorder.moments)
    }
    counter.send(.add(1)).send(.add(2))
    recorder.stop()
    #expect(await numbers(of: first) == [1, 2])
    #expect(await numbers(of: second[0]) == [2])
    #expect(await numbers(of: second[1]) == [])
  }

  @Test func `follow an update during which they are requested`() async {
    let counter = Adder()
    let recorder = ScopeRecorder(counter, capacity: 2)
    var moments: [any AsyncSequence<ScopeRecording.Moment, Never> & Sendable] = []
    let subscription = counter.subscribe { counter, when in
      guard case .show = when else { return }
      moments.append(recorder.moments)
      counter.detail?.send(.add(1))
      counter.detail?.detail = Adder()
    }
    counter.send(.show)
    counter.detail?.detail?.send(.add(2))
    recorder.stop()
    var found: [String] = []
    for await moment in moments[0] { found.append("\(moment.path) \(moment.change.last ?? "-")") }
    #expect(found.last == #"\.detail?.detail + count: 2"#, "\(found)")
    withExtendedLifetime(subscription) {}
  }

  private func numbers(of moments: some AsyncSequence<ScopeRecording.Moment, Never> & Sendable) async -> [Int]
  {
    var numbers: [Int] = []
    for await moment in moments { numbers.append(moment.number) }
    return numbers
  }

  @Test func `include the change of the tree when a scope removes itself`() {
    let counter = Adder()
    counter.send(.show)
    let recorder = ScopeRecorder(counter)
    counter.detail?.send(.leave)
    let recording = recorder.recording
    #expect(recording.moments.map(\.path) == [#"\.detail"#])
    #expect(recording.trees == [[#"\.detail"#, #"\.self"#], [#"\.self"#]])
  }

  @Test @MainActor func `contain the effects that start and end with them`() async throws {
    let loader = Loader()
    let gate = Gate<String>()
    let recorder = ScopeRecorder(loader)
    var moments = recorder.moments.makeAsyncIterator()
    loader.send(.load(gate))
    let start = try await moments.next()
    #expect(start?.effects.map(\.result) == [nil])
    await gate.open("news")
    let end = try await moments.next()
    #expect(end?.effects.map(\.result) == [.completed])
    #expect(end?.cause == .effect(number: 1))
  }

  @Test func `can be consumed on another actor`() async {
    let counter = Adder()
    let recorder = ScopeRecorder(counter)
    let moments = recorder.moments
    let consumer = Task.detached {
      var count = 0
      for await _ in moments { count += 1 }
      return count
    }
    for _ in 0..<100 { counter.send(.add(1)) }
    recorder.stop()
    #expect(await consumer.value == 100)
  }

  @Test func `end with the recorder`() async {
    let counter = Adder()
    var recorder: ScopeRecorder? = ScopeRecorder(counter)
    let moments = recorder?.moments
    recorder = nil
    counter.send(.add(1))
    if let moments { for await moment in moments { Issue.record("\(moment)") } }
    let stopped = ScopeRecorder(counter)
    stopped.stop()
    for await moment in stopped.moments { Issue.record("\(moment)") }
  }

  @Test func `omit the oldest for a consumer that falls behind`() async {
    let counter = Adder()
    let recorder = ScopeRecorder(counter, capacity: 2)
    let moments = recorder.moments
    for number in 1...5 { counter.send(.add(number)) }
    recorder.stop()
    var numbers: [Int] = []
    for await moment in moments { numbers.append(moment.number) }
    #expect(numbers == [4, 5])
  }
}

private final class Adder: Scope {
  var count = 0
  @Subscope var detail: Adder?

  enum When: Sendable {
    case add(Int)
    case addTwice(Int)
    case show
    case hide
    case leave
  }

  func update(_ when: When) {
    switch when {
    case .add(let number): count += number
    case .addTwice(let number): send(.add(number)).send(.add(number))
    case .show: detail = Adder()
    case .hide: detail = nil
    case .leave: removeFromSuperscope()
    }
  }
}
