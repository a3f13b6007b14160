import Foundation
import Testing

/// The shop on several hosts, of which some die while visitors buy; `hosts` makes them, and runs this.
///
/// `HOSTS_SECONDS`, `HOSTS_SESSIONS` and `HOSTS_RATE` say for how long, how many, and how often in a second all of them together buy. With
/// `HOSTS_SEED` faults come at random; the seed repeats the choice.
@Suite struct ManyHostsTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(.enabled(if: Hosts() != nil, "hosts has not made any hosts"), .timeLimit(.minutes(30)))
  func `every order that was shown is there once, whichever host dies`() async throws {
    let hosts = try #require(Hosts())
    let (count, rate) = (Self.number("HOSTS_SESSIONS") ?? 100, Self.number("HOSTS_RATE") ?? 20)
    let time = Duration.seconds(Self.number("HOSTS_SECONDS") ?? 30)
    let browser = Browser(hosts.address)
    var visitors: [Visitor] = []
    for _ in 0..<count { visitors.append(try await Visitor(browser)) }

    try await withThrowingTaskGroup(of: Void.self) { group in
      for visitor in visitors {
        group.addTask { await visitor.buy(every: .seconds(Double(count) / Double(rate))) }
      }
      defer { browser.close() }
      let begin = ContinuousClock.now
      for (pause, fault) in Fault.schedule(in: time, seed: Self.number("HOSTS_SEED").map(UInt64.init)) {
        try await Task.sleep(for: pause)
        print("hosts: \(try await hosts.perform(fault.rawValue))")
      }
      try await Task.sleep(until: begin + time, clock: .continuous)
    }
    try await hosts.perform("heal")
    let figures = browser.figures

    // First what was shown: whatever is placed after that is not missing in the store.
    let shown = visitors.map(\.shown)
    var pages: [ShownPage] = []
    for visitor in visitors {
      // The last payment may still be in progress.
      while true {
        guard let page = await visitor.look(), !page.isPaying else { continue }
        pages.append(page)
        break
      }
    }
    let books = try Books(file: try await hosts.perform("store"))
    let stored = Dictionary(books.orders, uniquingKeysWith: +)
    #expect(stored.count == books.orders.count, "no order is there twice")
    for (id, count) in shown.joined() { #expect(stored[id] == count, "order \(id) was shown") }
    #expect(books.all.count == 6 && books.all.values.allSatisfy { $0 == hosts.stock })
    #expect(pages.reduce(into: [:]) { $0.merge($1.orders, uniquingKeysWith: +) } == stored)
    #expect(pages.allSatisfy { $0.stock == books.stock })
    #expect(figures.longest <= Browser.limit)
    #expect(stored.count > rate)
    // What the balancer does not answer itself is success, a refusal with a reason, or 503.
    #expect(Set(figures.counts.keys).isSubset(of: ["200", "204", "409", "503", "502", "504", "lost"]))
    print("hosts: \(stored.count) orders; answers \(figures.counts); the longest took \(figures.longest)")
  }
}
