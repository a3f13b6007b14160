import NewsReader

/// What a reader sees of the list: flow tests speak of titles, as people do.
extension ItemList {
  var visibleTitles: [String] { visibleItems.map(\.title) }
  var selectedTitle: String? { selectedItem?.title }
}
