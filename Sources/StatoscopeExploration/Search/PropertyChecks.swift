import Statoscope
import StatoscopeTesting

/// Checks the promises on scopes, and reports each broken promise once, with the shortest flow.
final class PropertyChecks {
  /// A closure that receives a decided promise and the path that decided it.
  typealias Decide = (_ promise: Promise, _ way: [Choice]) throws -> Exploration.Flow
  typealias Complain = (_ error: any Error, _ way: [Choice]) throws -> Exploration.Flow

  private let promises: [Promise]
  private let decide: Decide
  private let complain: Complain
  private var open: [Int]
  private var complaints: Set<String> = []

  /// The flows that broke a promise, in the order in which they were found.
  private(set) var broken: [Exploration.Flow] = []
  /// The flows that satisfy a `REACHES` promise, by its name.
  private(set) var reached: [String: Exploration.Flow] = [:]

  /// - Parameters:
  ///   - decide: creates the flow that decided a promise, and reports it if it breaks the promise.
  ///   - complain: does the same for an update that threw an unexpected error.
  init(
    _ promises: [Promise],
    decide: @escaping Decide,
    complain: @escaping Complain
  ) {
    self.promises = promises
    self.decide = decide
    self.complain = complain
    open = promises.indices.filter { !promises[$0].kind.isOfGraph }
  }

  /// The `REACHES` promises that no state has satisfied.
  var unreached: [Promise] { open.map { promises[$0] }.filter { $0.kind == .reaches } }

  /// The other promises that no state has broken.
  var unbroken: [Promise] { open.map { promises[$0] }.filter { $0.kind != .reaches } }

  /// Checks a scope that has just taken a path.
  func check(_ root: ScopeNode, way: () -> [Choice]) throws {
    for index in open where promises[index].isDecided(by: root) {
      let promise = promises[index]
      let flow = try decide(promise, way())
      open.removeAll { $0 == index }
      if promise.kind == .reaches { reached[promise.name] = flow } else { broken.append(flow) }
    }
  }

  /// Reports an error of an update that is no refusal of the event; each text once.
  func report(_ error: any Error, way: [Choice]) throws {
    guard !complaints.contains("\(error)") else { return }
    let flow = try complain(error, way)
    complaints.insert("\(error)")
    broken.append(flow)
  }
}
