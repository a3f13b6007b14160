/// The stack of a navigation: the cases of a ``ScopeEnum``, each identified by its scope.
///
/// SwiftUI changes it when the user goes back, and finds out by it what to show:
///
/// ```swift
/// NavigationStack(path: app.path(\.path)) {
///   HomeView(app: app)
///     .navigationDestination(for: ScopePath<Screen>.Element.self) { element in
///       switch element.screen {
///       case .detail(let detail): DetailView(detail: detail)
///       case .edit(let form): FormView(form: form)
///       }
///     }
/// }
/// ```
public struct ScopePath<Screen: ScopeEnum>: RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection,
  Equatable
{
  /// One screen of the stack; equal to another if both have the same scope, case and values, and without a scope the same
  /// position.
  public struct Element: Hashable, Identifiable {
    /// The identity of the scope in a screen, or the position of a screen without one.
    public enum ID: Hashable, Sendable {
      /// A screen with a scope.
      case scope(ObjectIdentifier)
      /// A screen without a scope, by its position from the bottom.
      case position(Int)
    }

    /// The case, with its scope.
    public let screen: Screen
    /// What identifies the screen as long as it is in the stack.
    public let id: ID
    /// The stack that has shown it to a view.
    let origin: ObjectIdentifier

    init(_ screen: Screen, at position: Int, from origin: ObjectIdentifier) {
      (self.screen, self.origin) = (screen, origin)
      id = screen.scope.map { .scope(ObjectIdentifier($0)) } ?? .position(position)
    }

    /// Returns true for two elements that look the same: of the same scope, with the same case and values.
    public static func == (left: Element, right: Element) -> Bool {
      left.id == right.id
        && ValueNode(left.screen, objects: .withoutScopes) == ValueNode(right.screen, objects: .withoutScopes)
    }

    /// Indicates whether it is the screen that another element was: a scope may be shown by another case by now.
    func isSame(as other: Element) -> Bool {
      if case .scope = id { id == other.id } else { self == other }
    }

    /// Feeds the identity into a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private var elements: [Element]

  /// Creates an empty path.
  public init() {
    elements = []
  }

  init(_ screens: [Screen], from origin: ObjectIdentifier) {
    elements = screens.enumerated().map { Element($1, at: $0, from: origin) }
  }

  /// The cases, with their scopes.
  public var screens: [Screen] { elements.map(\.screen) }

  /// The position of the bottom screen: 0.
  public var startIndex: Int { elements.startIndex }
  /// The number of screens.
  public var endIndex: Int { elements.endIndex }

  /// The screen at a position from the bottom.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { elements[position] = newValue }
  }

  /// Replaces the screens at some positions.
  public mutating func replaceSubrange(
    _ range: Range<Int>,
    with newElements: some Collection<Element>
  ) {
    elements.replaceSubrange(range, with: newElements)
  }
}
