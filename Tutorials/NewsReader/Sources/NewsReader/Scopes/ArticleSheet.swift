/// An article laid out in lines of a readable width.
struct ArticleSheet {
  /// The maximum width; longer lines are hard to read.
  private static let widestColumns = 80

  let item: FeedItem
  let story: Article.Story
  let columns: Int
  let clock: NewsClock

  var lines: [Line] {
    var lines = wrapped(item.title, .bold)
    if let published = item.published { lines += wrapped(ItemDate(clock: clock).long(published), .dim) }
    if let link = item.link { lines += wrapped(link.absoluteString, .underline) }
    if !item.summary.isEmpty { lines += [Line()] + wrapped(item.summary) }
    switch story {
    case .none, .loading: break
    case .failed(let reason): lines += [Line()] + wrapped("No full story: \(reason)", .warning)
    case .loaded(let text):
      lines += [Line()] + wrapped("The full story", [.bold, .accent]) + [Line()] + wrapped(text)
    }
    return lines
  }

  private func wrapped(_ text: String, _ style: Style = .plain) -> [Line] {
    TerminalText.wrapped(text, to: min(columns, Self.widestColumns)).map { Line($0, style) }
  }
}
