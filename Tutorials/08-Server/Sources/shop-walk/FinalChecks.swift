import ShopClient
import ShopDomain

extension Walk {
  private static let patience = Duration.seconds(60)

  /// Waits until everything is there again and nothing is in progress any more, and compares.
  func checks(_ script: Script) async throws -> [Check] {
    say(try await script.perform("heal"))
    let (shown, books, windows) = try await windowsShowTheStore(script)
    let pages = await pagesShowTheStore(books)
    let promises = try String(contentsOfFile: await script.perform("promises"), encoding: .utf8)
    for shopper in shoppers { shopper.window.close() }
    return StoreChecks(books: books, shoppers: shoppers, shown: shown, stock: options.stock).all
      + [BankCheck(books: books, lines: promises).check, windows, pages]
      + AnswerChecks(journal: journal, isRandom: options.seed != nil).all
  }

  /// Compares windows and store until they agree, for a minute at most: a payment may still be in progress.
  private func windowsShowTheStore(_ script: Script) async throws -> (shown: [Seen.State], Books, Check) {
    let begin = journal.now
    while true {
      // First what was shown: whatever is placed after that is not missing in the store.
      let shown = shoppers.map(\.seen.all)
      let books = try Books(file: await script.perform("store"))
      let stale = shoppers.filter { !$0.showsInWindow(books) }
      if stale.isEmpty || journal.now - begin > Walk.patience {
        let wentBack = shoppers.map(\.seen.all.wentBack).reduce(0, +)
        let connections = shoppers.map(\.window.connections).reduce(0, +)
        let figures =
          "\(shoppers.count) windows after \((journal.now - begin).seconds) s; "
          + "\(connections - shoppers.count) were connected again, \(wentBack) times one showed fewer orders than before"
        return (
          shown,
          books,
          Check("windows show the store", figures, stale.map { "session \($0.number): \($0.window.latest)" })
        )
      }
      try await Task.sleep(for: .milliseconds(500))
    }
  }

  private func pagesShowTheStore(_ books: Books) async -> Check {
    let client = Client(options.address, journal)
    var violations: [String] = []
    for shopper in shoppers {
      let page = await shopper.look(with: client)
      if page != shopper.stored(in: books) { violations.append("session \(shopper.number)") }
    }
    await client.close()
    return Check("pages show the store", "\(shoppers.count) pages", violations)
  }
}

extension Shopper {
  /// The page that the store has for the session.
  fileprivate func stored(in books: Books) -> ShownPage {
    ShownPage(
      stock: books.stock,
      cart: books.carts[session.text] ?? [:],
      orders: books.orders[session.text] ?? []
    )
  }

  /// True when the newest event of the window is what the store has, and nothing is in progress.
  fileprivate func showsInWindow(_ books: Books) -> Bool {
    guard let page, page.checkout.map({ $0.stage == .form }) ?? true else { return false }
    let (orders, cart) = (books.orders[session.text] ?? [], books.carts[session.text] ?? [:])
    return page.stock == books.stock && page.cart == cart && page.orders == orders.map(Page.Receipt.init)
  }
}
