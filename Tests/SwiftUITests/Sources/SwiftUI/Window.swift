/// When an alert sets its binding: versions of SwiftUI differ in that.
public enum AlertDismissal: CaseIterable, Sendable {
  /// Before the action.
  case before
  /// After the action.
  case after
}

/// What the user cannot do, as it is not there.
public struct NotThere: Error, CustomStringConvertible {
  /// What was looked for, and what there is instead.
  public let description: String
}

/// A window, and what its user sees and does.
///
/// Each look and each action draws the view anew, as it is at that moment.
@MainActor public struct Window<Content: View> {
  private let content: () -> Content

  /// Shows a view.
  public init(@ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }

  private var drawing: Drawing { Drawing(of: content()) }
  private var front: Drawing { drawing.front }

  // MARK: What the user sees

  /// The title of the screen, or of the alert, in front.
  public var title: String? { front.title }

  /// The texts in front.
  public var texts: [String] { front.texts }

  /// The labels of the buttons in front, without those that a swipe shows.
  public var buttons: [String] { front.buttons.map(\.label) }

  // MARK: What the user does

  /// Taps a button; one of an alert closes it, too.
  public func tap(_ label: String, alertIsDismissed dismissal: AlertDismissal = .after) throws {
    let drawing = drawing
    let button = try button(label, among: drawing.front.buttons)
    let alert = drawing.topmostCover.flatMap { $0.isAlert ? $0 : nil }
    if dismissal == .before { alert?.dismiss() }
    button()
    if dismissal == .after { alert?.dismiss() }
  }

  /// Swipes a row, and taps a button that this shows.
  public func tap(_ label: String, inSwipeOf row: String) throws {
    guard let swipe = front.swipes.first(where: { $0.row == row }) else {
      throw NotThere(description: "There is no row '\(row)' to swipe, but \(front.swipes.map(\.row)).")
    }
    try button(label, among: swipe.buttons)()
  }

  /// Replaces the text of a field.
  public func type(_ text: String, into title: String) throws {
    guard let field = front.fields.first(where: { $0.title == title }) else {
      throw NotThere(description: "There is no field '\(title)', but \(front.fields.map(\.title)).")
    }
    field.text.wrappedValue = text
  }

  /// Pulls a list down, and waits as long as its progress is shown.
  public func pull() async throws {
    guard let refresh = front.refresh else {
      throw NotThere(description: "Nothing on '\(title ?? "")' is refreshable.")
    }
    await refresh()
  }

  /// Goes back by some screens.
  public func goBack(_ count: Int = 1) throws {
    guard let goBack = front.goBack else {
      throw NotThere(description: "There is no screen below '\(title ?? "")'.")
    }
    goBack(count)
  }

  /// Swipes the sheet in front away.
  public func swipeAway() throws {
    guard let sheet = drawing.topmostCover, !sheet.isAlert else {
      throw NotThere(description: "There is no sheet in front of '\(title ?? "")'.")
    }
    sheet.dismiss()
  }

  /// Starts the tasks of the view, which end with the returned one: cancelling that closes the window.
  public func open() -> Task<Void, Never> {
    let tasks = drawing.tasks
    return Task {
      await withTaskGroup { group in
        for task in tasks { group.addTask(operation: task) }
      }
    }
  }

  private func button(
    _ label: String,
    among buttons: [(label: String, action: Drawing.Action)]
  ) throws -> Drawing.Action {
    guard let button = buttons.first(where: { $0.label == label }) else {
      throw NotThere(description: "There is no button '\(label)', but \(buttons.map(\.label)).")
    }
    return button.action
  }
}

extension Drawing {
  /// The sheet or alert in front of all else.
  var topmostCover: Cover? { cover?.drawing.topmostCover ?? cover }
}
