extension View {
  private func modified(by modify: @escaping (inout Drawing) -> Void) -> ModifiedView<Self> {
    ModifiedView(content: self, modify: modify)
  }

  /// Names a screen.
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    modified { $0.title = String(title) }
  }

  /// Shows a view for elements of a path.
  public func navigationDestination<Element: Hashable>(
    for type: Element.Type,
    @ViewBuilder destination: @escaping (Element) -> some View
  ) -> some View {
    modified { drawing in
      drawing.destinations.append { element in (element as? Element).map { Drawing(of: destination($0)) } }
    }
  }

  /// Adds buttons to a screen.
  public func toolbar(@ViewBuilder content: () -> some View) -> some View {
    let content = content()
    return modified { $0.add(content) }
  }

  /// Adds buttons to a row.
  public func swipeActions(@ViewBuilder content: () -> some View) -> some View {
    let content = content()
    return modified { drawing in
      let row = drawing.buttons.first?.label ?? drawing.texts.first ?? ""
      drawing.swipes.append((row, Drawing(of: content).buttons))
    }
  }

  /// Acts when the user pulls.
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
    modified { $0.refresh = action }
  }

  /// Acts when the view appears.
  public func task(_ action: @escaping @Sendable () async -> Void) -> some View {
    modified { $0.tasks.append(action) }
  }

  /// Covers the view with a sheet.
  public func sheet<Item: Identifiable>(
    item: Binding<Item?>,
    @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View {
    let sheet = Sheet(item: item)
    return modified { drawing in
      guard let item = sheet.content else { return }
      drawing.cover = Drawing.Cover(
        drawing: Drawing(of: content(item)),
        dismiss: sheet.swipeAway,
        isAlert: false
      )
    }
  }

  /// Covers the view with an alert about a value.
  public func alert<Value>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    presenting value: Value?,
    @ViewBuilder actions: @escaping (Value) -> some View,
    @ViewBuilder message: @escaping (Value) -> some View
  ) -> some View {
    let alert = Alert(isPresented: isPresented)
    return modified { drawing in
      guard alert.isShown, let value else { return }
      var content = Drawing(of: message(value))
      content.add(actions(value))
      content.title = String(title)
      drawing.cover = Drawing.Cover(drawing: content, dismiss: alert.close, isAlert: true)
    }
  }
}
