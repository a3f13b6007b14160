/// The head of every page that the library writes, with a policy that forbids all network access.
package struct PageHead {
  package let text: String

  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'"

  /// - Parameters:
  ///   - title: plain text, which is escaped here.
  ///   - style: the page's own style sheet, which follows the shared one.
  package init(title: String, style: String) {
    text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(PageHead.policy)">
      <link rel="icon" href="data:,">
      <title>\(PageText.escaped(title))</title>
      <style>
      \(PageStyle.sheet)
      \(style)
      </style>
      </head>
      """
  }
}
