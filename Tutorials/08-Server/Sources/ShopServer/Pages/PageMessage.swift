import ShopDomain

/// A page as one event of a stream of server-sent events, in JSON.
///
/// Written by hand: a change of the stock is a message to each open window, and a general encoder takes ten times as
/// long for it. It reads as what `JSONEncoder` makes of a `Page`.
package struct PageMessage {
  package private(set) var json = ""

  package init(_ page: Page) {
    json.reserveCapacity(256)
    json += "{\"stock\":"
    write(page.stock)
    json += ",\"cart\":"
    write(page.cart)
    json += ",\"total\":\(page.total),\"orders\":["
    for (index, receipt) in page.orders.enumerated() {
      json += index == 0 ? "{\"id\":" : ",{\"id\":"
      write(receipt.id)
      json += ",\"total\":\(receipt.total),\"quantities\":"
      write(receipt.quantities)
      json += "}"
    }
    json += "]"
    if let checkout = page.checkout {
      json += ",\"checkout\":{\"total\":\(checkout.total),\"stage\":\"\(checkout.stage.rawValue)\""
      if let problem = checkout.problem {
        json += ",\"problem\":"
        write(problem)
      }
      json += "}"
    }
    json += "}"
  }

  /// The event as it goes over the wire.
  package var event: String { "data: \(json)\n\n" }

  private mutating func write(_ quantities: Quantities) {
    json += "{"
    var isFirst = true
    for (product, count) in quantities {
      if !isFirst { json += "," }
      isFirst = false
      write(product)
      json += ":\(count)"
    }
    json += "}"
  }

  private mutating func write(_ text: String) {
    json += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    json += "\""
  }
}
