import Statoscope
import TestSupport
import Testing

/// Uses of a `@Subscope` that no property of Swift allows.
@Suite struct `A misuse of a subscope` {
  @Test(.waitsForPrograms) func `traps when one property gets the storage of another`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (original, copy) = (Sheet(), Folder())
      original.send(.nothing)
      copy.share(original)
      copy.send(.nothing)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Folder.page was used, but its storage belongs to a @Subscope property of Sheet, because one property with an \
        underscore was assigned to another (`_a = _b`). Each property needs storage of its own. Assign the value of \
        the property instead (`a = b`).
        """
      )
    )
  }

  @Test(.waitsForPrograms) func `traps when a dictionary is read while it is being changed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let binder = Binder()
      func counted() -> Page { binder.pages.isEmpty ? Page() : Page() }
      binder.pages["b", default: counted()] = Page()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Binder.pages was read while it was being changed in place. Swift does not allow that for any property. Read it \
        before the change, or change a copy of its value and assign that.
        """
      )
    )
  }
}

private final class Binder: Scope {
  enum When { case nothing }
  @Subscope fileprivate var pages = ["a": Page()]
  func update(_ when: When) throws {}
}

private final class Page: Scope {
  enum When { case nothing }
  func update(_ when: When) throws {}
}

private final class Sheet: Scope {
  enum When { case nothing }
  @Subscope fileprivate var page: Page? = Page()
  fileprivate var storage: Subscope<Page?> { _page }
  func update(_ when: When) throws {}
}

private final class Folder: Scope {
  enum When { case nothing }
  @Subscope private var page: Page?
  func share(_ sheet: Sheet) { _page = sheet.storage }
  func update(_ when: When) throws {}
}
