#if canImport(Combine)
  import Combine

  extension Combine.Published: ShownState {
    /// The value that the property has now, which its publisher delivers in the call.
    package var shownState: Any? {
      var (property, value) = (self, Value?.none)
      property.projectedValue.sink { value = $0 }.cancel()
      return value
    }
  }
#endif
