import Foundation
import StatoscopeExploration

/// One of Spin's models, as `.ci/spin` compares it.
struct SpinRow {
  let name: String
  let explore: @MainActor () throws -> Exploration

  @MainActor static let all = [
    SpinRow(name: "Peterson's algorithm") { try SpinModels.Peterson.plan(.init()).run() },
    SpinRow(name: "twelve philosophers") { try SpinModels.Philosophers.plan(.init(12)).run() },
    SpinRow(name: "alternating bit") { try SpinModels.AlternatingBit.plan(.init()).run() },
    SpinRow(name: "alternating bit, reordering") {
      try SpinModels.AlternatingBit.plan(.init(keepsOrder: false)).run()
    },
    SpinRow(name: "two-phase commit") { try SpinModels.TwoPhaseCommit.plan(.init()).run() },
    SpinRow(name: "leader election") { try SpinModels.Ring.plan(.init([3, 7, 2, 5, 4])).run() },
    SpinRow(name: "monitor") { try SpinModels.Monitor.plan(.init()).run() },
    SpinRow(name: "token ring of twelve") { try SpinModels.Token.plan(.init(12)).run() },
  ]

  /// Prints the states, the transitions, and the seconds of a processor that each model takes.
  ///
  /// - Parameter name: a part of the names of those that are explored.
  @MainActor static func printAll(_ name: String) throws {
    for row in all where name.isEmpty || row.name.contains(name) {
      let start = CPUTime.now
      let found = try row.explore()
      let seconds = (CPUTime.now - start) / 1e9
      print("\(row.name)\t\(found.states)\t\(found.transitions)\t\(String(format: "%.2f", seconds))")
    }
  }
}
