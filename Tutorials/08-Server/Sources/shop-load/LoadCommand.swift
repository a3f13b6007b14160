import Foundation
import ShopClient
import ShopDomain

/// Measures the shop, and the same shop without scopes, in turns.
///
/// For each: memory a session, requests per second as fast as they go, and how long requests take at a fixed rate, all
/// of it with an open window for each session. With `SHOP_DATA=postgresql://…`, on that server.
@main
struct LoadCommand {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    func number(_ name: String, _ usual: Int) -> Int {
      arguments.firstIndex(of: name).flatMap {
        arguments.indices.contains($0 + 1) ? Int(arguments[$0 + 1]) : nil
      } ?? usual
    }
    let sessions = number("--sessions", 1_000)
    let nodes = number("--nodes", 1)
    let data = ProcessInfo.processInfo.environment["SHOP_DATA"]
    guard nodes == 1 || data?.hasPrefix("postgres") == true else {
      print(
        "shop-load: several nodes need a PostgreSQL server: SHOP_DATA=postgresql://… shop-load --nodes \(nodes)"
      )
      exit(1)
    }
    let (rate, seconds, rounds) = (number("--rate", 400), number("--seconds", 10), number("--rounds", 3))
    print(
      "\(sessions) sessions with a window each, \(nodes) nodes; \(rounds) rounds of \(seconds) s at \(rate) requests a second"
    )
    var results: [Bool: [Measurement]] = [:]
    for round in 1...rounds {
      for hasScopes in [true, false] {
        let measurement = try await Load(
          hasScopes: hasScopes,
          nodes: nodes,
          data: data,
          sessions: sessions,
          rate: rate,
          time: .seconds(seconds)
        ).run()
        results[hasScopes, default: []].append(measurement)
        print("round \(round), \(hasScopes ? "scopes" : "plain "): \(measurement)")
      }
    }
    let comparison = Comparison(scopes: results[true] ?? [], plain: results[false] ?? [])
    print(comparison.table)
    guard comparison.p99Ratio <= Comparison.largestP99Ratio else {
      print("shop-load: the p99 with scopes is more than \(Comparison.largestP99Ratio) times the other one")
      exit(1)
    }
  }
}

/// The medians of both, side by side.
struct Comparison {
  let scopes: [Measurement]
  let plain: [Measurement]

  static let largestP99Ratio = 1.3

  var p99Ratio: Double { median(scopes.map(\.p99)) / median(plain.map(\.p99)) }

  var table: String {
    """

    | | with scopes | plain actor | ratio |
    |---|---|---|---|
    \(row("p50 at the same rate, ms") { $0.p50 })
    \(row("p99 at the same rate, ms") { $0.p99 })
    \(row("work of the processors a request, ms") { $0.work })
    \(row("requests a second, as fast as they go") { $0.throughput })
    \(row("kB a session without a window") { $0.sessionMemory })
    \(row("kB a session with a window and its connection") { $0.windowMemory })
    """
  }

  private func row(_ name: String, _ value: (Measurement) -> Double) -> String {
    let (one, other) = (median(scopes.map(value)), median(plain.map(value)))
    return "| \(name) | \(text(one)) | \(text(other)) | \(text(one / other)) |"
  }

  private func median(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count / 2]
  }

  private func text(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
}
