/// The list of articles, one per row, with the selected one always visible.
enum ListScreen {
  static func frame(of list: ItemList, in feed: NewsFeed) -> Frame {
    let layout = ScreenLayout(for: feed, status: StatusLine.lines(for: feed))
    let visible = list.visibleItems
    let selected = list.selectedIndex
    let title = list.title.isEmpty ? "\(list.source)" : list.title
    let position = selected.map { "\($0 + 1)/\(visible.count)" } ?? ""
    return layout.frame(
      title: layout.bar(title, position),
      body: visible.isEmpty
        ? emptyRows(of: list, columns: layout.columns)
        : rows(of: visible, selected: selected ?? 0, in: feed, layout),
      keys: "? keys  Enter open  f favourite  F only favourites  / filter  r reload  q quit"
    )
  }

  private static func rows(
    of items: [FeedItem],
    selected: Int,
    in feed: NewsFeed,
    _ layout: ScreenLayout
  ) -> [Line] {
    let rows = layout.bodyRows
    // The selection stays in the middle as long as there are articles above and below.
    let first = min(max(0, selected - rows / 2), max(0, items.count - rows))
    let dates = ItemDate(clock: feed.clock)
    let showsDates = layout.columns >= 44 && items.contains { $0.published != nil }
    return items.indices.dropFirst(first).prefix(rows).map { index in
      let item = items[index]
      let isSelected = index == selected
      let style: Style = isSelected ? .reverse : .plain
      let isFavourite = feed.favourites.ids.contains(item.id)
      var spans = [
        Span(isSelected ? "> " : "  ", style),
        Span(isFavourite ? "★ " : "  ", isSelected ? style : .accent),
      ]
      if showsDates {
        let date = TerminalText(dates.short(item.published)).padded(to: ItemDate.shortColumns + 2)
        spans.append(Span(date, isSelected ? style : .dim))
      }
      spans.append(Span(item.title, style))
      return Line(spans).truncated(to: layout.columns).padded(to: layout.columns, style)
    }
  }

  private static func emptyRows(of list: ItemList, columns: Int) -> [Line] {
    guard list.loadedAt != nil else { return [] }
    let text =
      switch (list.showsOnlyFavourites, list.filter.isEmpty) {
      case (true, true): "No favourites here yet. f marks an article, F shows all of them again."
      case (true, false): "No favourite has '\(list.filter)' in its title. Esc ends the filter, F shows all."
      case (false, _): "No title has '\(list.filter)' in it. Esc ends the filter."
      }
    return [Line()] + TerminalText.wrapped(text, to: columns).map { Line($0, .dim) }
  }
}
