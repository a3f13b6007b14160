import Foundation

/// A page that the library writes: a single file, whose policy forbids all access to the network.
///
/// Its style sheets and scripts are in the folder Files; ``PageFiles`` holds them.
package struct Page {
  package let text: String

  /// - Parameters:
  ///   - title: the heading, too.
  ///   - summary: the line below the heading.
  ///   - style: the page's own style sheet, which follows the shared one.
  ///   - data: the data that its script reads.
  ///   - script: the page's own script, which follows the shared one; nil for a page without scripts.
  package init(
    title: String,
    summary: HTML,
    style: String,
    body: HTML,
    footer: HTML,
    data: HTML? = nil,
    script: String?
  ) {
    let scripts = script.map { script in
      HTML(markup: "<script type=\"module\">\n\(PageFiles.kitJS)\n\n\(script)\n</script>")
    }
    let page = HTML(
      PageFiles.pageHTML,
      [
        "title": "\(title)", "style": HTML(markup: Page.style(style)), "summary": summary, "body": body,
        "footer": footer, "data": "\(data)", "script": "\(scripts)",
      ]
    )
    text = page.text + "\n"
  }

  /// Returns a page's own style sheet behind the shared one.
  package static func style(_ style: String) -> String { PageFiles.kitCSS + "\n\n" + style }

  /// Returns the element with the data that the page's script reads.
  ///
  /// - Parameter value: a value made of strings and integers, whose encoding cannot fail.
  package static func data(_ value: some Encodable) -> HTML {
    HTML(markup: "<script type=\"application/json\" id=\"data\">\(json(of: value))</script>")
  }

  /// Encodes a value without any character that could end the enclosing element.
  private static func json(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(value) else { return "null" }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count + json.count / 16)
    for byte in json {
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
