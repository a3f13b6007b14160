import NewsReader

/// The titles of the visible articles, for flow tests.
extension ItemList {
  var visibleTitles: [String] { visibleItems.map(\.title) }
  var selectedTitle: String? { selectedItem?.title }
}

extension ItemSelection {
  /// The selection of one of the sample's articles.
  static func at(_ index: Int) -> ItemSelection { ItemSelection(at: index, in: Sample.feed.items) }
}
