import NewsReader

/// The titles of the visible articles, for flow tests.
extension ItemList {
  var visibleTitles: [String] { visibleItems.map(\.title) }
  var selectedTitle: String? { selectedItem?.title }
}
