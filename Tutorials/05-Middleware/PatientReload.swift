import Statoscope

extension ItemList {
  /// Drops a tap on reload while a load is in flight.
  func reloadingPatiently() -> ItemList {
    addMiddleware { list, when, next in
      if case .userTappedReload = when, list.isLoading { return }
      try next(when)
    }
  }
}
