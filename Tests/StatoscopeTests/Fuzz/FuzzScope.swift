import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// Something that happens to a random scope; what it does is drawn when it is handled.
struct FuzzEvent: Sendable, CustomStringConvertible {
  enum Source: Sendable {
    case sent
    case ended(FuzzOrder)
    case failed(FuzzOrder)
    case element(FuzzOrder, Int)
  }

  let number: Int
  var source = Source.sent
  /// Whether a middleware has changed it to do nothing.
  var isEmpty = false

  var description: String { "event \(number)" }
}

/// A scope that does at random, at each event, everything that safe code can do.
final class FuzzScope: Scope, ObservableObject {
  typealias When = FuzzEvent

  @Subscope var single: FuzzScope?
  @Subscope var list: [FuzzScope] = []
  @Subscope var table: [Int: FuzzScope] = [:]
  @Injected var tag: FuzzTag
  @Superscope var parent: FuzzScope?
  @Published var title = 0
  private(set) var version = 0

  /// The two know each other until the world ends.
  let world: FuzzWorld
  let node: FuzzNode

  init(world: FuzzWorld) {
    self.world = world
    node = world.newNode()
    super.init()
    node.scope = self
    world.report.scopeIsMade()
    onUnhandledEffectError = { [unowned self] error in self.world.receives(error, in: node) }
  }

  deinit {
    world.release(self)
    world.report.scopeIsReleased()
  }

  func update(_ when: FuzzEvent) throws {
    version += 1
    title += 1
    try world.update(self, when)
  }

  /// Stages an effect as its order says.
  func enqueue(_ order: FuzzOrder) {
    if let elements = order.elements {
      enqueue(FuzzStream(order: order, elements: elements)) { FuzzEvent.Source.element(order, $0) }
    } else if order.runsElsewhere {
      enqueue(FuzzRunElsewhere(order: order)) { .ended(order) }
    } else {
      enqueue(FuzzRunHere(order: order)) { .ended(order) }
    }
  }

  private func enqueue<E: FuzzEffect>(
    _ effect: E,
    _ source: @escaping @Sendable (E.ResultType) -> FuzzEvent.Source
  ) {
    let (order, numbers) = (effect.order, world.deliveries)
    var mapped = effect.map { FuzzEvent(number: numbers.next(), source: source($0)) }
    if order.isMapped {
      mapped = effect.mapToResult().map { end in
        switch end {
        case .success(let result): FuzzEvent(number: numbers.next(), source: source(result))
        case .failure: FuzzEvent(number: numbers.next(), source: .failed(order))
        }
      }
    }
    // The end of a stream is an event, else the model could not know of it.
    if order.elements != nil {
      mapped = mapped.mapEnd(to: FuzzEvent(number: numbers.next(), source: .ended(order)))
    }
    effectsState.enqueue(mapped, id: order.id, policy: order.policy)
  }
}
