import NewsReader
import Testing

/// The order in which keys are read, and what is read when they end.
@Suite("Queue of keys")
struct KeyQueueTests {
  private let queue = KeyQueue()

  @Test func `keys are read in order, after those of a signal`() async {
    queue.apply(.typed([.up, .down]))
    queue.apply(.typed([.left]))
    #expect(await next() == .up)
    queue.apply(.urgent(.interrupt))
    queue.apply(.urgent(.resized))
    queue.apply(.urgent(.interrupt))
    queue.apply(.end(last: nil))
    #expect(await rest() == [.interrupt, .resized, .down, .left])
  }

  @Test func `a waiting reader receives the next key`() async {
    let reading = Task { await next() }
    await Task.yield()
    queue.apply(.typed([.up]))
    #expect(await reading.value == .up)
  }

  @Test func `a waiting reader receives the end of the input`() async {
    let reading = Task { await rest() }
    await Task.yield()
    queue.apply(.end(last: .endOfInput))
    #expect(await reading.value == [.endOfInput])
  }

  @Test func `dropped and later keys are not read`() async {
    queue.apply(.typed([.up, .down]))
    #expect(await next() == .up)
    queue.apply(.drop)
    queue.apply(.typed([.left]))
    queue.apply(.end(last: .endOfInput))
    #expect(await rest() == [.endOfInput])
  }

  @Test func `the input ends once, by its first cause`() async {
    queue.apply(.typed([.up]))
    queue.apply(.end(last: .endOfInput))
    queue.apply(.end(last: nil))
    queue.apply(.typed([.down]))
    #expect(await rest() == [.up, .endOfInput])
    queue.apply(.end(last: .endOfInput))
    #expect(await rest() == [])
  }

  @Test(arguments: [true, false])
  func `the end of the input is read though the keys before it are dropped`(dropsFirst: Bool) async {
    queue.apply(.typed([.up]))
    if dropsFirst { queue.apply(.drop) }
    queue.apply(.end(last: .endOfInput))
    if !dropsFirst { queue.apply(.drop) }
    queue.apply(.end(last: nil))
    #expect(await rest() == [.endOfInput])
  }

  @Test func `a task that is cancelled reads no further`() async {
    let reading = Task { await rest() }
    reading.cancel()
    #expect(await reading.value == [])
  }

  private func next() async -> Key? {
    var keys = queue.makeAsyncIterator()
    return await keys.next()
  }

  private func rest() async -> [Key] {
    await queue.reduce(into: []) { $0.append($1) }
  }
}
