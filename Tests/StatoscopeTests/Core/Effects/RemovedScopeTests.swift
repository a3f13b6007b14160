import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// A scope that was removed from its tree, or whose owner was released, starts and lists no effects.
@Suite struct RemovedScopeTests {
  @Test @MainActor func `an effect enqueued after its update removed the scope never starts`() async throws {
    let (shop, payments) = makeShop()
    let dialog = try #require(shop.dialog)
    let error = #expect(throws: EffectIsolationError.self) { try dialog.trySend(.leaveAndPay) }
    #expect(error?.reason == .removedFromTree)
    #expect(error?.effects == ["Pay()"])
    #expect(dialog.effects.isEmpty)
    await shop.pay()
    #expect(payments.entries == ["mock"])
  }

  @Test @MainActor func `an effect enqueued before its update removed the scope never starts`() async throws {
    let (shop, payments) = makeShop()
    let dialog = try #require(shop.dialog)
    let error = #expect(throws: EffectIsolationError.self) { try dialog.trySend(.payAndLeave) }
    #expect(error?.reason == .removedFromTree)
    #expect(dialog.effects.isEmpty)
    await shop.pay()
    #expect(payments.entries == ["mock"])
  }

  @Test @MainActor func `later events of a removed scope start no effects`() throws {
    let (shop, payments) = makeShop()
    let dialog = try #require(shop.dialog)
    shop.send(.dialogDone)
    #expect(throws: EffectIsolationError.self) { try dialog.trySend(.pay) }
    #expect(dialog.effects.isEmpty)
    #expect(payments.entries.isEmpty)
  }

  @Test @MainActor func `send reports the effects of a removed scope`() async throws {
    try await withLoggedLines { journal in
      let (shop, _) = makeShop()
      let dialog = try #require(shop.dialog)
      dialog.send(.payAndLeave)
      #expect(
        journal.entries == [
          """
          errors: Dialog could not handle .payAndLeave: Dialog did not start Pay(): the scope was removed from its \
          tree, or the scope that owned it was released, so its dependencies are no longer found. Enqueue the effects \
          before the scope is removed and in an event of its own, or in a scope that stays.
          """
        ]
      )
    }
  }

  @Test @MainActor func `a sibling's deinit finds no effect below a scope whose owner is released`() throws {
    var street: Street? = Street()
    let shop = try #require(street?.shop)
    let dialog = Dialog()
    shop.dialog = dialog
    dialog.receipt.send(.pay)
    #expect(dialog.receipt.effects.count == 1)
    let journal = Journal()
    street?.door.onRelease = { journal.note("\(dialog.receipt.effects.count)") }
    street = nil
    #expect(journal.entries == ["0"])
    #expect(shop.dialog === dialog)
  }

  @Test @MainActor func `a scope whose owner was released starts no effects`() async throws {
    var shop: Shop? = makeShop().shop
    let dialog = try #require(shop?.dialog)
    dialog.send(.pay)
    #expect(dialog.effects.count == 1)
    shop = nil
    #expect(dialog.effects.isEmpty)
    #expect(throws: EffectIsolationError.self) { try dialog.trySend(.pay) }
    #expect(dialog.effects.isEmpty)
  }

  @Test @MainActor func `a descendant of a removed scope starts no effects`() throws {
    let (shop, _) = makeShop()
    let dialog = try #require(shop.dialog)
    shop.send(.dialogDone)
    #expect(throws: EffectIsolationError.self) { try dialog.receipt.trySend(.pay) }
  }

  @Test @MainActor func `a scope that is added to a tree again starts effects`() async throws {
    let (shop, payments) = makeShop()
    let dialog = try #require(shop.dialog)
    shop.send(.dialogDone)
    shop.dialog = dialog
    try dialog.trySend(.pay)
    #expect(dialog.effects.count == 1)
    await dialog.paid()
    #expect(payments.entries == ["mock"])
  }

  @Test @MainActor func `an effect enqueued outside of a tree does not start after a return`()
    throws
  {
    let (shop, payments) = makeShop()
    let dialog = try #require(shop.dialog)
    #expect(throws: EffectIsolationError.self) { try dialog.trySend(.leavePayAndReturn) }
    #expect(shop.dialog === dialog)
    #expect(dialog.effects.isEmpty)
    #expect(payments.entries.isEmpty)
  }

  @Test @MainActor func `a scope that never had a parent starts effects`() async throws {
    let dialog = Dialog()
    let payments = Journal()
    dialog.injectObject(Bank(name: "own", journal: payments))
    try dialog.trySend(.pay)
    await dialog.paid()
    #expect(payments.entries == ["own"])
  }

  @Test func `a plan lists no effects of a scope that its update removed`() throws {
    var dialog: Dialog?
    try GIVEN { Shop().set(\.dialog, Dialog()) }
      .THEN { dialog = $0.dialog }
      .WHEN_Throws(\.dialog, .leaveAndPay)
      .THEN { _ in
        #expect(dialog?.effects.isEmpty == true)
        #expect(throws: EffectIsolationError.self) { try dialog?.trySend(.pay) }
      }
      .THEN_Nil(\.dialog)
      .runTest()
  }

  @MainActor private func makeShop() -> (shop: Shop, payments: Journal) {
    let payments = Journal()
    let shop = Shop().injectObject(Bank(name: "mock", journal: payments)).set(\.dialog, Dialog())
    return (shop.send(.nothing), payments)
  }
}

private struct Bank: Injectable, Sendable {
  static let defaultValue = Bank(name: "real", journal: Journal())
  let name: String
  let journal: Journal
}

private struct Pay: Effect {
  @InjectedForEffect var bank: Bank
  func runEffect() async throws { bank.journal.note(bank.name) }
}

private final class Street: Scope {
  enum When {}

  @Subscope var door = Door()
  @Subscope var shop = Shop()

  func update(_ when: When) throws {}
}

private final class Door: Scope {
  enum When {}

  var onRelease: () -> Void = {}

  func update(_ when: When) throws {}

  deinit { onRelease() }
}

private final class Shop: Scope {
  enum When: Sendable {
    case nothing
    case dialogDone
    case pay
    case paid
  }

  @Subscope var dialog: Dialog?
  private var continuation: CheckedContinuation<Void, Never>?

  func update(_ when: When) throws {
    switch when {
    case .nothing: break
    case .dialogDone: dialog = nil
    case .pay: effectsState.enqueue(Pay().map { .paid })
    case .paid: continuation.take()?.resume()
    }
  }

  /// Pays once, after whatever was started before.
  func pay(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation {
      continuation = $0
      send(.pay)
    }
  }
}

private final class Dialog: Scope {
  enum When: Sendable {
    case pay
    case leaveAndPay
    case payAndLeave
    case leavePayAndReturn
    case paid
  }

  @Superscope var shop: Shop?
  @Subscope var receipt = Receipt()
  private var isPaid = false
  private var continuation: CheckedContinuation<Void, Never>?

  func update(_ when: When) throws {
    switch when {
    case .pay:
      effectsState.enqueue(Pay().map { .paid })
    case .leaveAndPay:
      shop?.send(.dialogDone)
      effectsState.enqueue(Pay().map { .paid })
      #expect(effectsState.effects.isEmpty)
    case .payAndLeave:
      effectsState.enqueue(Pay().map { .paid })
      #expect(effectsState.effects.count == 1)
      shop?.send(.dialogDone)
      #expect(effectsState.effects.count == 1)
    case .leavePayAndReturn:
      let shop = shop
      shop?.send(.dialogDone)
      effectsState.enqueue(Pay().map { .paid })
      shop?.dialog = self
    case .paid:
      isPaid = true
      continuation.take()?.resume()
    }
  }

  func paid(isolation: isolated (any Actor)? = #isolation) async {
    guard !isPaid else { return }
    await withCheckedContinuation { continuation = $0 }
  }
}

private final class Receipt: Scope {
  enum When: Sendable {
    case pay
    case paid
  }

  func update(_ when: When) throws {
    if case .pay = when { effectsState.enqueue(Pay().map { .paid }) }
  }
}
