import Foundation
import ShopClient
import ShopDomain
import ShopServer
import Testing

@Suite struct PageMessageTests {
  @Test func `a message decodes to the page that it was made of`() throws {
    let order = Order(
      id: "a \"quoted\" \\ order\n\u{1}",
      quantities: ["lamp": 2, "tea & <cake>": 1],
      total: 7_600,
      authorisation: Authorisation(code: "secret of the bank")
    )
    let form = Page.CheckoutForm(total: 5, stage: .refused, problem: "“lamp” is\tgone")
    for checkout in [nil, form, Page.CheckoutForm(total: 0, stage: .form, problem: nil)] {
      let page = Page(stock: ["lamp": 3], cart: [:], total: 9, checkout: checkout, orders: [order, order])
      let message = PageMessage(page)
      #expect(Page(message: message.json) == page)
      #expect(!message.json.contains("\n"))
      #expect(!message.json.contains("secret"))
    }
  }
}
