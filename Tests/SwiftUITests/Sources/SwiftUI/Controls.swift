/// Nothing.
public struct EmptyView: DrawnView {
  /// Creates it.
  public init() {}
  /// Draws nothing.
  public func draw(in drawing: inout Drawing) {}
}

/// A line of text.
public struct Text: DrawnView {
  private let text: String

  /// Shows a text.
  public init(_ text: some StringProtocol) {
    self.text = String(text)
  }

  /// Draws the text.
  public func draw(in drawing: inout Drawing) {
    drawing.texts.append(text)
  }
}

/// A sign that something goes on.
public struct ProgressView: DrawnView {
  /// Creates it.
  public init() {}

  /// Draws a sign for tests to look for.
  public func draw(in drawing: inout Drawing) {
    drawing.texts.append("…")
  }
}

/// A button.
public struct Button: DrawnView {
  private let title: String
  private let action: @MainActor () -> Void

  /// Shows a title, and acts on a tap.
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    (self.title, self.action) = (String(title), action)
  }

  /// Draws the title.
  public func draw(in drawing: inout Drawing) {
    drawing.buttons.append((title, action))
  }
}

/// A field for text.
public struct TextField: DrawnView {
  private let title: String
  private let text: Binding<String>

  /// Shows a text, and changes it.
  public init(_ title: some StringProtocol, text: Binding<String>) {
    (self.title, self.text) = (String(title), text)
  }

  /// Draws the text, and the field.
  public func draw(in drawing: inout Drawing) {
    drawing.fields.append((title, text))
  }
}

/// Views below each other.
public struct List<Content: View>: DrawnView {
  private let content: Content

  /// Shows views.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Draws them.
  public func draw(in drawing: inout Drawing) {
    drawing.add(content)
  }
}

/// Views of a form.
public struct Form<Content: View>: DrawnView {
  private let content: Content

  /// Shows views.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Draws them.
  public func draw(in drawing: inout Drawing) {
    drawing.add(content)
  }
}

/// A view for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, Content: View>: DrawnView
where Data.Element: Identifiable {
  private let data: Data
  private let content: (Data.Element) -> Content

  /// Shows a view for each element.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    (self.data, self.content) = (data, content)
  }

  /// Draws them.
  public func draw(in drawing: inout Drawing) {
    for element in data { drawing.add(content(element)) }
  }
}
