import Foundation
import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

/// A recorder retains the newest moments, and counts those that it discarded; the others are as if none were.
@Suite("ScopeRecorder, ring", .computes)
struct RecordingRingTests {
  @Test(arguments: [1, 2, 3, 7, 50]) func `the ring begins with the state that the discarded moments left`(
    capacity: Int
  ) {
    var numbers = SplitMix64(seed: UInt64(capacity))
    let shop = RecordedShop()
    let (whole, ring) = (ScopeRecorder(shop, capacity: 10_000), ScopeRecorder(shop, capacity: capacity))
    for _ in 0..<300 {
      let number = Int(numbers.next() % 12)
      switch number {
      case 0: shop.send(.open)
      case 1: shop.send(.rename("\(numbers.next() % 5)"))
      case 2: shop.send(.note(numbers.next() % 2 == 0 ? nil : "n"))
      case 3: shop.send(.addCounter(Int(numbers.next() % 9)))
      case 4 where numbers.next() % 4 == 0: shop.send(.removeCounters)
      case 5: shop.send(.notifyCounters)
      case 6: shop.send(.sendToSelf)
      case 7: shop.send(.price(Int(numbers.next() % 4)))
      case 8: shop.send(.lend(RecordedLedger(number)))
      case 9: shop.counters.last?.last = number
      case 10: _ = try? shop.trySend(.refuse)
      default: shop.counters.last?.send(.add(1))
      }
    }
    let (all, some) = (whole.recording, ring.recording)
    #expect(some.capacity == capacity)
    #expect(some.moments.count == capacity)
    #expect(some.discarded == all.moments.count - capacity)
    // Times differ, for each has its own clock; the states that both come to do not.
    #expect(some.moments.map(\.change) == Array(all.moments.map(\.change).suffix(capacity)))
    #expect(some.moments.map(\.path) == Array(all.moments.map(\.path).suffix(capacity)))
    for offset in 0...capacity {
      #expect(some.tree(after: offset) == all.tree(after: some.discarded + offset))
    }
  }

  @Test func `a recording is the same after it was encoded and decoded`() throws {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop, capacity: 20)
    shop.send(.open).send(.addCounter(1)).send(.notifyCounters).send(.label(.text("\u{0}</script>")))
    let recording = recorder.recording
    let decoded = try JSONDecoder().decode(ScopeRecording.self, from: JSONEncoder().encode(recording))
    #expect(decoded == recording)
    #expect(decoded.html() == recording.html())
    #expect(decoded.flowTest() == recording.flowTest())
  }

  @Test(arguments: [4, 300]) func `scopes that were added and removed leave only the ring's moments`(
    capacity: Int
  ) {
    let shop = RecordedShop()
    let recorder = ScopeRecorder(shop, capacity: capacity)
    for number in 0..<500 {
      shop.send(.addCounter(number))
      shop.counters[0].send(.add(1))
      shop.send(.removeCounters)
    }
    let recording = recorder.recording
    #expect(recording.scopes.count <= capacity / 3 + 2)
    #expect(recording.moments.last?.event == ".removeCounters")
    #expect(recording.discarded == 1_500 - capacity)
  }
}
