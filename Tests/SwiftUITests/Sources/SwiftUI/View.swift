/// A part of what a window shows, as in SwiftUI.
@MainActor public protocol View {
  /// The type of the body.
  associatedtype Body: View
  /// What the view consists of.
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  /// Never read.
  public var body: Never { fatalError("a view that draws itself has no body") }
}

/// A view that draws itself.
public protocol DrawnView: View where Body == Never {
  /// Adds what it shows, and what the user can do with it.
  func draw(in drawing: inout Drawing)
}

extension DrawnView {
  /// Never read.
  public var body: Never { fatalError("a view that draws itself has no body") }
}

/// What a view shows at one moment, and what the user can do with it.
@MainActor public struct Drawing {
  typealias Action = @MainActor () -> Void

  /// What covers the rest: a sheet or an alert.
  ///
  /// A class, as a drawing cannot contain another one.
  @MainActor final class Cover {
    let drawing: Drawing
    let dismiss: Action
    let isAlert: Bool

    init(drawing: Drawing, dismiss: @escaping Action, isAlert: Bool) {
      (self.drawing, self.dismiss, self.isAlert) = (drawing, dismiss, isAlert)
    }
  }

  var title: String?
  var texts: [String] = []
  var buttons: [(label: String, action: Action)] = []
  var swipes: [(row: String, buttons: [(label: String, action: Action)])] = []
  var fields: [(title: String, text: Binding<String>)] = []
  var refresh: (@Sendable () async -> Void)?
  var tasks: [@Sendable () async -> Void] = []
  var destinations: [(Any) -> Drawing?] = []
  var goBack: ((_ count: Int) -> Void)?
  var cover: Cover?

  init(of view: some View) {
    add(view)
  }

  mutating func add(_ view: some View) {
    if let drawn = view as? any DrawnView { drawn.draw(in: &self) } else { add(view.body) }
  }

  mutating func add(_ other: Drawing) {
    title = other.title ?? title
    texts += other.texts
    buttons += other.buttons
    swipes += other.swipes
    fields += other.fields
    refresh = other.refresh ?? refresh
    tasks += other.tasks
    destinations += other.destinations
    goBack = other.goBack ?? goBack
    cover = other.cover ?? cover
  }

  /// What is in front of all else.
  var front: Drawing { cover?.drawing.front ?? self }
}

/// Views one after the other.
@MainActor @resultBuilder public enum ViewBuilder {
  /// Puts views one after the other.
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    repeat each Content
  > {
    TupleView(repeat each content)
  }

  /// Puts one view alone.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Accepts a view, and nothing else.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// An `if` without an `else`.
  public static func buildIf<Content: View>(_ content: Content?) -> ConditionalView<Content, EmptyView> {
    content.map(ConditionalView.first) ?? .second(EmptyView())
  }

  /// One way of an `if` or a `switch`.
  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
    .first(first)
  }

  /// The other way of an `if` or a `switch`.
  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second>
  {
    .second(second)
  }
}

/// Views one after the other.
public struct TupleView<each Content: View>: DrawnView {
  private let content: (repeat each Content)

  init(_ content: repeat each Content) {
    self.content = (repeat each content)
  }

  /// Draws all of them.
  public func draw(in drawing: inout Drawing) {
    for view in repeat each content { drawing.add(view) }
  }
}

/// One of two views.
public enum ConditionalView<First: View, Second: View>: DrawnView {
  /// The view of a condition that holds.
  case first(First)
  /// The other view.
  case second(Second)

  /// Draws the one that is there.
  public func draw(in drawing: inout Drawing) {
    switch self {
    case .first(let view): drawing.add(view)
    case .second(let view): drawing.add(view)
    }
  }
}

/// A view, and what a modifier changes of its drawing.
public struct ModifiedView<Content: View>: DrawnView {
  let content: Content
  let modify: (inout Drawing) -> Void

  /// Draws the view, and modifies that.
  public func draw(in drawing: inout Drawing) {
    var own = Drawing(of: content)
    modify(&own)
    drawing.add(own)
  }
}

/// An object whose changes a view shows; here each look at a window draws it anew.
@propertyWrapper @MainActor public struct ObservedObject<Object: AnyObject> {
  /// The object.
  public var wrappedValue: Object

  /// Wraps an object.
  public init(wrappedValue: Object) {
    self.wrappedValue = wrappedValue
  }
}
