/// The visitor's page.
///
/// Without scripts it is a page with forms; with them it follows the session.
struct ShopPage {
  let catalogue: Catalogue
  let page: Page

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>The harbour shop</title>
    <link rel="stylesheet" href="/shop.css">
    <script src="/shop.js" defer></script>
    </head>
    <body>
    <a class="skip" href="#cart">Skip to the cart</a>
    <header><h1>The harbour shop</h1><p id="link" role="status"></p></header>
    <main>
    <p id="problem" role="alert"></p>
    <section aria-labelledby="shelves-title">
    <h2 id="shelves-title">On the shelves</h2>
    <table id="shelves">
    <thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Left</th>
    <th scope="col">In the cart</th></tr></thead>
    <tbody>
    \(catalogue.products.map(row).joined(separator: "\n"))
    </tbody>
    </table>
    </section>
    <section id="cart" aria-labelledby="cart-title" tabindex="-1">
    <h2 id="cart-title">The cart</h2>
    <p>Total: <output id="total">\(HTML.money(page.total))</output></p>
    <form method="post" action="/checkout" id="open"\(hidden(page.checkout != nil))>
    <button id="check-out"\(disabled(page.cart.isEmpty))>Check out</button></form>
    \(checkout)
    </section>
    <section aria-labelledby="orders-title">
    <h2 id="orders-title">Your orders</h2>
    <ul id="orders" aria-live="polite">\(page.orders.map(item).joined())</ul>
    </section>
    <form method="post" action="/leave"><button id="leave">Leave the shop</button></form>
    </main>
    </body>
    </html>

    """
  }

  private func row(_ product: Product) -> String {
    let (id, name) = (HTML.escaped(product.id), HTML.escaped(product.name))
    let count = page.cart[product.id, default: 0]
    return """
      <tr><th scope="row">\(name)</th><td>\(HTML.money(product.price))</td>
      <td data-left="\(id)">\(page.stock[product.id, default: 0])</td>
      <td><form method="post" action="/cart/remove"><input type="hidden" name="product" value="\(id)">
      <button id="remove-\(id)" aria-label="One \(name) less" data-less="\(id)"\(disabled(count == 0))>−</button></form>
      <output data-cart="\(id)">\(count)</output>
      <form method="post" action="/cart/add"><input type="hidden" name="product" value="\(id)">
      <button id="add-\(id)" aria-label="One \(name) more" data-more="\(id)">+</button></form></td></tr>
      """
  }

  private var checkout: String {
    let form = page.checkout
    let isForm = form?.stage == .form
    return """
      <div id="checkout"\(hidden(form == nil))>
      <p id="stage" role="status">\(form.map { ShopPage.text(of: $0.stage) } ?? "")</p>
      <p id="refusal" role="alert">\(HTML.escaped(form?.problem ?? ""))</p>
      <form method="post" action="/checkout/pay" id="pay" autocomplete="off">
      <label for="card">Card number</label>
      <input id="card" name="card" inputmode="numeric" required\(disabled(!isForm))>
      <button id="pay-now"\(disabled(!isForm))>Pay <span id="amount">\(HTML.money(form?.total ?? 0))</span></button>
      </form>
      <form method="post" action="/checkout/close"><button id="close">Back to the cart</button></form>
      </div>
      """
  }

  static func text(of stage: Checkout.Stage) -> String {
    switch stage {
    case .form: "How would you like to pay?"
    case .authorising: "The bank is being asked…"
    case .placing: "Your order is being placed…"
    case .refused: "Your order could not be placed. Nothing was charged."
    }
  }

  private func item(_ receipt: Page.Receipt) -> String {
    let count = receipt.quantities.values.reduce(0, +)
    return "<li><code>\(HTML.escaped(receipt.id))</code>: \(count) for \(HTML.money(receipt.total))</li>"
  }

  private func hidden(_ isHidden: Bool) -> String { isHidden ? " hidden" : "" }

  private func disabled(_ isDisabled: Bool) -> String { isDisabled ? " disabled" : "" }
}
