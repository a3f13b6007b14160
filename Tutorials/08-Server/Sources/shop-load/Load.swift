import Foundation
import ShopClient
import ShopDomain
import Synchronization

/// What one run has measured; times in milliseconds, memory in kilobytes.
struct Measurement: CustomStringConvertible {
  var p50 = 0.0
  var p99 = 0.0
  /// The time of the processors for one request and the pages that follow from it, at the fixed rate.
  var work = 0.0
  var throughput = 0.0
  var sessionMemory = 0.0
  var windowMemory = 0.0
  var events = 0

  var description: String {
    String(
      format:
        "p50 %.2f ms, p99 %.2f ms, work %.2f ms, %.0f requests/s, %.1f kB a session, %.1f kB with a window, %d events",
      p50,
      p99,
      work,
      throughput,
      sessionMemory,
      windowMemory,
      events
    )
  }
}

/// One shop under one load: one node, or several that share a PostgreSQL server.
struct Load {
  let hasScopes: Bool
  let nodes: Int
  /// The address of a PostgreSQL server; nil for a new file.
  let data: String?
  let sessions: Int
  /// Requests a second.
  let rate: Int
  let time: Duration

  private static let connections = 64

  func run() async throws -> Measurement {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shop-load-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var running: [Node] = []
    // Each visitor's requests go to one node, as a balancer sends them.
    for _ in 0..<nodes {
      let data = data ?? folder.appending(path: "shop.sqlite").path
      running.append(try await Node(data, hasScopes, connections: Load.connections / nodes))
    }
    var result = Measurement()

    // What the first requests make, such as the connections' buffers, is not the sessions'.
    for node in running {
      for browser in node.browsers { _ = try await browser.get("/", session: try await browser.visit()) }
      for number in 0..<sessions / nodes { try await node.names.append(node.browser(number).visit()) }
    }
    let atStart = try memory(of: running)
    for node in running {
      for (number, name) in node.names.enumerated() {
        _ = try await node.browser(number).get("/", session: name)
      }
    }
    let withSessions = try memory(of: running)
    let windows = running.flatMap { node in node.names.map { EventStream(port: node.port, session: $0) } }
    for window in windows { await window.wait { event, _ in !event.isEmpty } }
    let withWindows = try memory(of: running)
    result.sessionMemory = Double(withSessions - atStart) / Double(windows.count)
    result.windowMemory = Double(withWindows - atStart) / Double(windows.count)

    let visitors = running.flatMap { node in
      let requests = Requests(names: node.names, catalogue: .defaultValue)
      return node.browsers.map { Visitors(browser: $0, requests: requests) }
    }
    // Some seconds first, so that all are warm.
    _ = try await atRate(visitors, for: .seconds(2))
    let before = try work(of: running)
    let times = try await atRate(visitors, for: time).sorted()
    result.work = try (work(of: running) - before) / Double(times.count)
    result.p50 = times[times.count / 2]
    result.p99 = times[times.count * 99 / 100]
    result.throughput = try await asFastAsTheyGo(visitors)
    result.events = windows.reduce(0) { $0 + $1.count }

    for window in windows { window.close() }
    for node in running { try await node.end() }
    return result
  }

  /// Sends requests at fixed times; each takes from when it was due, so that a server that stalls cannot hide it.
  private func atRate(
    _ visitors: [Visitors],
    for time: Duration
  ) async throws -> [Double] {
    let (clock, interval) = (ContinuousClock(), Duration.seconds(1) / rate)
    let begin = clock.now
    let count = Int(time / interval)
    let next = Tally()
    return try await withThrowingTaskGroup(of: [Double].self) { group in
      for visitor in visitors {
        group.addTask {
          var times: [Double] = []
          while true {
            let number = next.take()
            guard number < count else { return times }
            let due = begin.advanced(by: interval * number)
            try await clock.sleep(until: due)
            try await visitor.send()
            times.append(due.duration(to: clock.now) / .milliseconds(1))
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// The requests a second when each connection sends the next one at once.
  private func asFastAsTheyGo(_ visitors: [Visitors]) async throws -> Double {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: time)
    let count = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for visitor in visitors {
        group.addTask {
          while clock.now < end {
            try await visitor.send()
            _ = count.take()
          }
        }
      }
      try await group.waitForAll()
    }
    return Double(count.take()) / (time / .seconds(1))
  }

  /// The time that the processors have worked for the nodes, in milliseconds.
  private func work(of nodes: [Node]) throws -> Double {
    let ticks = try nodes.reduce(0) { sum, node in
      let fields = try String(contentsOfFile: "/proc/\(node.pid)/stat", encoding: .utf8).split(separator: " ")
      // In the process itself and in the system for it.
      return sum + fields[13...14].reduce(0) { $0 + (Int($1) ?? 0) }
    }
    return Double(ticks) * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The memory of the nodes that is in use, in kilobytes.
  private func memory(of nodes: [Node]) throws -> Int {
    try nodes.reduce(0) { sum, node in
      let status = try String(contentsOfFile: "/proc/\(node.pid)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
      return sum + (Int(line.filter(\.isNumber)) ?? 0)
    }
  }
}

/// One process of the shop, the connections to it, and its sessions.
private final class Node {
  let server: ShopProcess
  let port: Int
  let pid: Int32
  let browsers: [HTTPConnection]
  var names: [String] = []

  init(_ data: String, _ hasScopes: Bool, connections: Int) async throws {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "shop")
    server = ShopProcess(
      URL(filePath: "/usr/bin/env"),
      [
        "SHOP_DATA=\(data)", program.path, "--port", "0", "--durability", "process",
        "--stock", "1000000", "--bank", "1", "--log", "error", "--scopes", hasScopes ? "yes" : "no",
      ]
    )
    port = try await server.number(after: "The shop is open at http://127.0.0.1:")
    pid = try await server.pid
    var browsers: [HTTPConnection] = []
    for _ in 0..<connections { browsers.append(try await HTTPConnection(port: port)) }
    self.browsers = browsers
  }

  func browser(_ number: Int) -> HTTPConnection { browsers[number % browsers.count] }

  func end() async throws {
    for browser in browsers { await browser.close() }
    server.send(SIGTERM)
    _ = try await server.exitStatus()
  }
}

/// The visitors that share a connection to a node.
private struct Visitors: Sendable {
  let browser: HTTPConnection
  let requests: Requests

  func send() async throws { try await requests.send(on: browser) }
}

/// What visitors ask for: half of it looks at the page, half changes a cart, and one in two hundred buys.
private final class Requests: Sendable {
  private let names: [String]
  private let catalogue: Catalogue
  private let count = Tally()

  init(names: [String], catalogue: Catalogue) {
    self.names = names
    self.catalogue = catalogue
  }

  func send(on browser: HTTPConnection) async throws {
    let number = count.take()
    let session = names[(number &* 7_919) % names.count]
    let product = "product=\(catalogue.products[number % catalogue.products.count].id)"
    switch number % 200 {
    case 0: _ = try await browser.post("/checkout", session: names[0])
    case 1: _ = try await browser.post("/checkout/pay", session: names[0], form: "card=4242424242424242")
    case 2: _ = try await browser.post("/cart/add", session: names[0], form: product)
    case let rest where rest.isMultiple(of: 4):
      _ = try await browser.post("/cart/add", session: session, form: product)
    case let rest where rest % 4 == 1:
      _ = try await browser.post("/cart/remove", session: session, form: product)
    default: _ = try await browser.get("/", session: session)
    }
  }
}

/// Counts from 0.
private final class Tally: Sendable {
  private let count = Atomic(0)

  func take() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
