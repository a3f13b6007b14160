import Foundation
import ShopClient
import ShopDomain

/// Many sessions buy while the script that has started this does harm to the hosts; then what they were shown and promised is
/// compared with the store.
@main
struct WalkCommand {
  static func main() async {
    do {
      let options = try WalkOptions(CommandLine.arguments.dropFirst())
      let (walk, script) = (try await Walk(options), Script())
      try await walk.run(script)
      let checks = try await walk.checks(script)
      say(Report(walk.journal, walk.shoppers).table)
      for check in checks { say(check.text) }
      exit(checks.allSatisfy(\.isMet) ? 0 : 1)
    } catch {
      say("shop-walk: \((error as? any LocalizedError)?.errorDescription ?? "\(error)")")
      exit(2)
    }
  }
}

/// The sessions, and the faults while they buy.
struct Walk: Sendable {
  let options: WalkOptions
  let journal = Journal()
  let shoppers: [Shopper]

  /// The time for the last fault to be over, and for an order after it.
  private static let recovery = Duration.seconds(5)

  /// Begins with a look at the shop for each session.
  init(_ options: WalkOptions) async throws {
    self.options = options
    let browser = try await HTTPConnection(address: options.address.host, port: options.address.port)
    var shoppers: [Shopper] = []
    for number in 0..<options.sessions {
      shoppers.append(try Shopper(number: number, cookie: await browser.visit(), options.address, journal))
    }
    await browser.close()
    self.shoppers = shoppers
    for shopper in shoppers { await shopper.window.wait { event, _ in !event.isEmpty } }
  }

  func run(_ script: Script) async throws {
    let over = Flag()
    say(
      "\(shoppers.count) sessions with a window each buy every \(options.pause / .seconds(1)) s, for \(options.time)"
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
      for shopper in shoppers {
        group.addTask { await shopper.buy(every: options.pause) { over.isSet } }
      }
      group.addTask { await askForWhatNeedsNoStore(until: over) }
      // Whatever becomes of it, the others end.
      defer { over.set() }
      try await perform(options.schedule, script)
      let rest = max(options.time - journal.now, Walk.recovery)
      try await Task.sleep(for: rest)
      over.set()
      try await group.waitForAll()
    }
  }

  private func perform(_ schedule: Schedule, _ script: Script) async throws {
    for (pause, fault) in schedule.steps {
      guard journal.now + pause < options.time || options.seed == nil else { return }
      try await Task.sleep(for: pause)
      let begin = journal.now
      journal.begin(fault)
      let answer = try await script.perform(fault.command)
      journal.finishFault()
      say(String(format: "%6.1f s  %@ (%.1f s)", begin.seconds, answer, (journal.now - begin).seconds))
    }
  }

  /// Ten times a second, what no fault of the store may hold up.
  private func askForWhatNeedsNoStore(until over: Flag) async {
    let client = Client(options.address, journal)
    while !over.isSet {
      for path in ["/health", "/shop.css"] { _ = await client.ask(.still) { try await $0.get(path) } }
      try? await Task.sleep(for: .milliseconds(200))
    }
    await client.close()
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
