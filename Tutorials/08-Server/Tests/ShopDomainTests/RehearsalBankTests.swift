import ShopDomain
import Synchronization
import Testing

/// What the bank to rehearse with writes down, which a walk through the shop compares with the orders.
@Suite struct RehearsalBankTests {
  @Test func `promises and their release are written down, and refusals are not`() async throws {
    let book = Book()
    let bank = PaymentGateway.rehearsal(answeringAfter: .zero, record: book.write)
    let declined = Card(number: "4000 0000 0000 0002")
    await #expect(throws: PaymentDeclined()) {
      try await bank.authorise(PaymentRequest(order: "order 1", card: declined, amount: 38_00))
    }
    let promise = try await bank.authorise(PaymentRequest(order: "order 2", card: .good, amount: 38_00))
    try await bank.release(promise)
    #expect(book.entries == [.promised("order 2"), .released("order 2")])
  }
}

private final class Book: Sendable {
  private let written = Mutex<[RehearsalBankEntry]>([])

  var entries: [RehearsalBankEntry] { written.withLock { $0 } }

  @Sendable func write(_ entry: RehearsalBankEntry) {
    written.withLock { $0.append(entry) }
  }
}
