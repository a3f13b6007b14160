/// A value that a view reads and sets, as in SwiftUI.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void
  private let location = Location()

  /// Creates a binding of two closures, which is another one than all others.
  @preconcurrency
  public init(
    get: @escaping @MainActor @Sendable () -> Value,
    set: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    (self.get, self.set) = (get, set)
  }

  private init(of get: @escaping @MainActor () -> Value, _ set: @escaping @MainActor (Value) -> Void) {
    (self.get, self.set) = (get, set)
  }

  /// A binding to a part of the value.
  @MainActor public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(of: { wrappedValue[keyPath: keyPath] }) { wrappedValue[keyPath: keyPath] = $0 }
  }

  /// Whether it is the same binding, for which a view is not drawn again.
  public func isSame(as other: Binding) -> Bool { location === other.location }

  private final class Location {}

  /// The value.
  @MainActor public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }
}

/// A sheet, and what the user does with it.
@MainActor
public struct Sheet<Item: Identifiable> {
  private let item: Binding<Item?>

  /// Shows the item as long as there is one.
  public init(item: Binding<Item?>) {
    self.item = item
  }

  /// What the sheet shows; nil while it is hidden.
  public var content: Item? { item.wrappedValue }

  /// The user swipes the sheet away.
  public func swipeAway() {
    item.wrappedValue = nil
  }
}

/// A stack of views, and what the user does with it.
public struct NavigationStack<Path, Root: View>: DrawnView
where Path: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Path.Element: Hashable {
  private let path: Binding<Path>
  private let root: Root

  /// Shows a view, and above it the elements of a path.
  public init(path: Binding<Path>, @ViewBuilder root: () -> Root) {
    (self.path, self.root) = (path, root())
  }

  /// The elements for which destinations are shown.
  public var shown: [Path.Element] { Array(path.wrappedValue) }

  /// The user goes back by some screens.
  public func goBack(_ count: Int = 1) {
    var path = path.wrappedValue
    path.removeSubrange(path.index(path.endIndex, offsetBy: -count)..<path.endIndex)
    self.path.wrappedValue = path
  }

  /// Draws the topmost screen.
  public func draw(in drawing: inout Drawing) {
    let bottom = Drawing(of: root)
    guard let top = shown.last else { return drawing.add(bottom) }
    for destination in bottom.destinations {
      guard let screen = destination(top) else { continue }
      drawing.add(screen)
      drawing.goBack = goBack
      return
    }
    drawing.texts.append("There is no destination for \(Path.Element.self).")
  }
}

extension NavigationStack where Root == EmptyView {
  /// Shows the elements of a path.
  public init(path: Binding<Path>) {
    self.init(path: path) { EmptyView() }
  }
}

/// An alert, and what the user does with it.
@MainActor
public struct Alert {
  private let isPresented: Binding<Bool>

  /// Shows the alert as long as it is presented.
  public init(isPresented: Binding<Bool>) {
    self.isPresented = isPresented
  }

  /// Whether the user sees it.
  public var isShown: Bool { isPresented.wrappedValue }

  /// The user taps a button of the alert.
  public func close() {
    isPresented.wrappedValue = false
  }
}
