import ShopDomain
import Statoscope
import StatoscopeTesting
import Testing

/// The shop's answers to what is not possible, word for word.
@Suite struct ShopErrorTests {
  @Test func `every refusal has a remedy`() {
    let texts: [(ShopError, String)] = [
      (.unknownProduct("crown"), "The shop does not sell “crown”."),
      (.tooMany(99), "An order has at most 99 of one product."),
      (.notInCart("lamp"), "There is no “lamp” in the cart."),
      (.emptyCart, "The cart is empty. Add something first."),
      (.paying, "The payment is in progress. Wait until it ends, or cancel it."),
      (.noCheckout, "There is no checkout. Open it from the cart."),
      (.checkoutIsOpen, "The checkout is open. Pay, or go back to the cart first."),
      (.implausibleCard, "That is no card number. Check its digits."),
      (
        .cartChanged,
        "The cart has changed meanwhile, so nothing was ordered. Look at it, and check out again."
      ),
      (
        .outOfStock("lamp", left: 0),
        "“lamp” has just been sold out, so nothing was ordered. Remove it, and check out again."
      ),
      (
        .outOfStock("lamp", left: 2),
        "Only 2 of “lamp” are left, so nothing was ordered. Order fewer, and check out again."
      ),
      (.notStored, "The shop cannot keep that right now, so nothing has changed. Try again later."),
      (
        .storeIsAway,
        "The shop cannot reach its store right now, so nothing has changed. Try again in a moment."
      ),
      (
        .notStoredYet,
        "The shop’s store takes its time, so it is not sure yet that this is kept. Look at the page in a moment."
      ),
      (.full, "The shop has as many visitors as it has room for. Try again in a moment."),
      (.hasLeft, "This visit has ended. Go to the shop’s page to begin another one."),
      (.closing, "The shop restarts, and nothing was charged. Check out again in a moment."),
    ]
    for (error, text) in texts { #expect(error.errorDescription == text) }
  }

  @Test func `a cart takes ninety-nine of one product`() throws {
    let shop = try Shop.sample()
    try shop.storage.write(["lamp": 98], forKey: StoredKey.cart(of: .sample()))
    try Visit.GIVEN { shop.visit(.sample()) }
      .WITH(\.cart)
      .WHEN(.visitorAdded("lamp"))
      .WHEN_Throws(.visitorAdded("lamp"))
      .WHEN_Throws(.visitorAdded("crown"))
      .WHEN_Throws(.visitorRemoved("rope"))
      .THEN(\.quantities, equals: ["lamp": 99])
      .runTest()
  }

  @Test func `only a possible card number is accepted`() {
    for number in ["4242 4242 4242 4242", "4000000000000002", "378282246310005"] {
      #expect(Card(number: number).isPlausible)
    }
    for number in ["", "4242", "4242 4242 4242 4241", "４２４２４２４２４２４２４２４２", "4242-4242-4242-4242"] {
      #expect(!Card(number: number).isPlausible)
    }
    #expect("\(Card(number: "4242424242424242"))".contains("4242") == false)
  }

  @Test func `a session's name is thirty-two hexadecimal digits, and its text is not`() throws {
    #expect(SessionID("0123456789abcdef0123456789abcdef")?.text == "0123456789abcdef0123456789abcdef")
    for text in ["", "0123", "0123456789ABCDEF0123456789ABCDEF", "../3456789abcdef0123456789abcdef"] {
      #expect(SessionID(text) == nil)
    }
    let one = SessionID.random()
    #expect(one != .random() && SessionID(one.text) == one)
    #expect(!"\(one)".contains(one.text) && !String(reflecting: one).contains(one.text))
  }
}
