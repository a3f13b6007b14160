import Statoscope

/// An effect whose order the world can find in a list.
protocol FuzzEffect: Effect, CustomStringConvertible {
  var order: FuzzOrder { get }
}

extension FuzzEffect {
  var description: String { "effect \(order.number)" }
}

extension FuzzOrder {
  /// Does the work of one effect, or of one element of a stream.
  nonisolated(nonsending) fileprivate func work() async throws {
    switch work {
    case .nothing: break
    case .yields(let count): for _ in 0..<count { await Task.yield() }
    case .waits(_, let gate): try await gate.pass()
    case .waitsUntilCancelled:
      let (stream, _) = AsyncStream.makeStream(of: Void.self)
      for await _ in stream {}
      try Task.checkCancellation()
    }
  }

  nonisolated(nonsending) fileprivate func run() async throws {
    begins()
    defer { ends() }
    try await work()
    if fails { throw FuzzFailure(order: self) }
  }
}

/// An effect that begins on the scope's actor.
struct FuzzRunHere: FuzzEffect {
  let order: FuzzOrder
  @InjectedForEffect var tag: FuzzTag

  init(order: FuzzOrder) { self.order = order }

  func runEffect() async throws {
    order.findsTag(tag.value)
    try await order.run()
  }
}

/// An effect that leaves the scope's actor at once.
struct FuzzRunElsewhere: FuzzEffect {
  let order: FuzzOrder

  @concurrent func runEffect() async throws { try await order.run() }
}

/// An effect with several results.
struct FuzzStream: FuzzEffect, StreamEffect {
  let order: FuzzOrder
  let elements: Int

  func stream() -> Elements {
    order.begins()
    return Elements(order: order, count: elements)
  }

  struct Elements: AsyncSequence, AsyncIteratorProtocol {
    let order: FuzzOrder
    let count: Int
    private var next = 0
    private var isOver = false
    /// Ends with the iterator: a cancelled stream is not asked again.
    private let life: Life

    init(order: FuzzOrder, count: Int) {
      self.order = order
      self.count = count
      life = Life(order)
    }

    func makeAsyncIterator() -> Elements { self }

    mutating func next() async throws -> Int? {
      guard !isOver else { return nil }
      order.request()
      try await order.work()
      guard next < count else {
        isOver = true
        if order.fails { throw FuzzFailure(order: order) }
        return nil
      }
      defer { next += 1 }
      return next
    }
  }

  private final class Life {
    private let order: FuzzOrder
    init(_ order: FuzzOrder) { self.order = order }
    deinit { order.ends() }
  }
}
