import Foundation
import ShopClient
import ShopDomain
import ShopServer
import ShopTestSupport
import Synchronization
import Testing

/// A running shop whose database is locked, damaged or removed by others.
@Suite(.timeLimit(.minutes(1))) struct StoreFailureTests {
  @Test func `a shop whose database is locked answers, and loses nothing`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let shop = try await RunningShop.open(file, "--stock", "90", "--bank", "1", "--patience", "600000")
    try await withTaskCancellationHandler {
      // More than there are threads of Swift's pool, and of sessions.
      let (visitors, buyers) = (try await visitors(of: shop, 24), try await self.visitors(of: shop, 24))
      for buyer in buyers {
        #expect(try await buyer.add("lamp").status == 204)
        #expect(try await buyer.post("/checkout").status == 204)
        // What was shown before needs no look at the store.
        #expect(try await buyer.get("/").status == 200)
      }
      let lock = try DatabaseLock(file)
      // The bank is asked, and then the order waits for its commit.
      for buyer in buyers {
        #expect(try await buyer.post("/checkout/pay", "card=4242424242424242").status == 204)
      }
      for buyer in buyers { try await buyer.wait(for: "Your order is being placed…") }
      let answers = Count()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for visitor in visitors {
          group.addTask {
            let answer = try await visitor.add("lamp")
            answers.value.add(1, ordering: .relaxed)
            #expect(answer.status == 204)
          }
        }
        let operation = try await HTTPConnection(port: shop.port)
        for _ in 1...2 {
          let answer = try await operation.get("/ready")
          #expect(answer.status == 503 && answer.body == "The database is locked.\n")
          #expect(try await operation.get("/health").status == 200)
        }
        #expect(try await operation.get("/shop.css").status == 200)
        #expect(answers.value.load(ordering: .relaxed) == 0)
        try lock.release()
        try await group.waitForAll()
        #expect(try await operation.get("/ready").status == 200)
      }
      for buyer in buyers { try await buyer.wait(for: #"id="orders" aria-live="polite"><li"#) }
      let books = try Books(file)
      for visitor in visitors { #expect(books.carts[visitor.id] == ["lamp": 1]) }
      for buyer in buyers { #expect(books.orders[buyer.id]?.map(\.quantities) == [["lamp": 1]]) }
      #expect(books.stock["lamp"] == 66)
      try await shop.end()
    } onCancel: {
      // Its connections end, so what waits for an answer fails.
      shop.process.send(SIGKILL)
    }
  }

  @Test func `SIGTERM ends a shop whose database is locked, with 0 and in time`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--stock", "30", "--bank", "1")
    let visitors = try await visitors(of: shop, 24)
    let buyer = visitors[0]
    #expect(try await buyer.add("lamp").status == 204)
    #expect(try await buyer.post("/checkout").status == 204)
    let lock = try DatabaseLock(folder.file())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try? await buyer.post("/checkout/pay", "card=4242424242424242") }
      // What they ask for is refused, or their connection ends.
      for visitor in visitors.dropFirst() {
        group.addTask { if let answer = try? await visitor.add("lamp") { #expect(answer.status == 503) } }
      }
      #expect(try await HTTPConnection(port: shop.port).get("/ready").status == 503)
      shop.process.send(SIGTERM)
      // Not 1, with which it ends when five seconds are over.
      #expect(try await shop.process.exitStatus() == 0)
      try await group.waitForAll()
    }
    try lock.release()

    let again = try await RunningShop.open(folder.file())
    let operation = try await HTTPConnection(port: again.port)
    #expect(try await operation.get("/ready").status == 200)
    let books = try Books(folder.file())
    #expect(books.stock["lamp"] == 30 && books.orders.isEmpty)
    #expect(books.carts[buyer.id] == ["lamp": 1])
    try await again.end()

    // What was not stored is in the log, without what opens a session.
    let log = await shop.process.wholeText()
    #expect(log.contains("another process has locked"))
    for visitor in visitors {
      #expect(!log.contains(visitor.id) && !log.contains(visitor.digest))
    }
    #expect(visitors.contains { log.contains("session/\($0.digest.prefix(6))…/cart") })
  }

  @Test func `a shop that cannot close ends with 1 when its time is over`() async throws {
    let folder = try TemporaryFolder()
    let shop = try await RunningShop.open(folder.file(), "--patience", "600000")
    let visitor = try #require(try await visitors(of: shop, 1).first)
    let lock = try DatabaseLock(folder.file())
    async let adding = try? visitor.add("lamp")
    // The commit waits by the time that this one has waited.
    #expect(try await HTTPConnection(port: shop.port).get("/ready").status == 503)
    shop.process.send(SIGTERM)
    #expect(try await shop.process.exitStatus() == 1)
    let log = await shop.process.wholeText()
    #expect(log.contains("The shop has not closed within 5 seconds, and ends at once."))
    #expect(await adding == nil)
    try lock.release()
    #expect(try Books(folder.file()).carts[visitor.id] == nil)
  }

  @Test func `a damaged page ends the sale, and a backup brings all back`() async throws {
    let folder = try TemporaryFolder()
    let (file, backup) = (folder.file(), folder.file("backup.sqlite"))
    let shop = try await RunningShop.open(file, "--stock", "30")
    let visitors = try await visitors(of: shop, 200)
    for visitor in visitors { #expect(try await visitor.add("lamp").status == 204) }
    try backUp(file, to: backup)
    let inOrder = try await check(file)
    #expect(inOrder.0 == 0 && inOrder.1.contains(/shop.sqlite is in order \(version 2, keys: [0-9]+\)\.\n$/))

    try damagePage(inMiddleOf: file)
    var refused = 0
    for visitor in visitors where try await visitor.add("lamp").status == 503 { refused += 1 }
    // From the first one that was on that page.
    #expect(refused > 0)
    let operation = try await HTTPConnection(port: shop.port)
    let ready = try await operation.get("/ready")
    #expect(ready.status == 503 && ready.body == "The database is damaged.\n")
    #expect(try await operation.get("/health").status == 200)
    for visitor in visitors.prefix(3) {
      #expect(try await visitor.get("/").status == 503)
      #expect(try await visitor.add("lamp").status == 503)
    }
    #expect(try folder.names.filter { $0.hasPrefix("shop") } == names)
    #expect(try await shop.end().contains("shop.store: \(file.path) is damaged: "))

    let (status, text) = try await check(file)
    #expect(status == 1 && text.contains("shop: \(file.path) is damaged: "))
    let second = ShopProcess(RunningShop.program, ["--port", "0", "--data", file.path])
    #expect(try await second.exitStatus() == 1)
    // As README says.
    for name in try folder.names where name.hasPrefix("shop") {
      try FileManager.default.moveItem(at: folder.file(name), to: folder.file("damaged-" + name))
    }
    try FileManager.default.moveItem(at: backup, to: file)
    let third = try await RunningShop.open(file, "--create", "no")
    let books = try Books(file)
    for visitor in visitors { #expect(books.carts[visitor.id] == ["lamp": 1]) }
    try await third.end()
  }

  @Test func `two nodes whose file is removed sell nothing, and no third one opens`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file()
    let nodes = [try await RunningShop.open(file), try await RunningShop.open(file)]
    var visitors: [Guest] = []
    for node in nodes { visitors += try await self.visitors(of: node, 2) }
    for visitor in visitors { #expect(try await visitor.add("lamp").status == 204) }
    try FileManager.default.removeItem(at: file)
    for visitor in visitors { #expect(try await visitor.add("lamp").status == 503) }
    for node in nodes {
      let ready = try await HTTPConnection(port: node.port).get("/ready")
      #expect(ready.status == 503 && ready.body == "The database is not where it was.\n")
    }
    let third = ShopProcess(RunningShop.program, ["--port", "0", "--data", file.path])
    #expect(try await third.exitStatus() == 1)
    #expect(await third.wholeText().contains("shop: \(file.path) does not exist, but \(file.path)-wal does"))
    #expect(try folder.names == ["shop.sqlite-shm", "shop.sqlite-wal"])
    for node in nodes {
      try await node.end()
    }
    let fourth = ShopProcess(RunningShop.program, ["--port", "0", "--data", file.path, "--create", "no"])
    #expect(try await fourth.exitStatus() == 1)
    #expect(try !folder.names.contains("shop.sqlite"))
  }

  private let names = ["shop.sqlite", "shop.sqlite-shm", "shop.sqlite-wal"]

  /// The status and the text of `shop --check`.
  private func check(_ file: URL) async throws -> (Int32, String) {
    let process = ShopProcess(RunningShop.program, ["--check", "--data", file.path])
    return (try await process.exitStatus(), await process.wholeText())
  }

  private func visitors(of shop: RunningShop, _ count: Int) async throws -> [Guest] {
    var guests: [Guest] = []
    for _ in 0..<count { guests.append(try await Guest(port: shop.port)) }
    return guests
  }
}

/// How often something has happened.
private final class Count: Sendable {
  let value = Atomic(0)
}
