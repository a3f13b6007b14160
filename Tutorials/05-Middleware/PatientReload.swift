import Statoscope

extension ItemList {
  /// Drops a tap on reload while a load is under way.
  func reloadingPatiently() -> ItemList {
    addMiddleware { list, when, next in
      if case .userTappedReload = when, list.isLoading { return }
      try next(when)
    }
  }
}
