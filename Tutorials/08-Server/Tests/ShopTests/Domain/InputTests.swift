import Statoscope
import StatoscopeTesting
import Testing

@testable import shop

/// What the shop does not take.
@Suite struct InputTests {
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
    let session = try #require(SessionID("0123456789abcdef0123456789abcdef"))
    #expect(session.digest == "3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9")
    #expect("\(session)" == "3eb1bd…")
    let one = SessionID.random()
    #expect(one != .random() && SessionID(one.text) == one)
    #expect(!"\(one)".contains(one.text) && !String(reflecting: one).contains(one.text))
  }
}
