import Statoscope
import TestSupport
import Testing

/// A scope has one place: what the trap says when it is put at a second one.
@Suite struct ScopeInTwoPlacesTests {
  @Test(.waitsForPrograms) func `a scope twice in an array traps and names both indexes`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let item = Item()
      Box().items = [Item(), item, Item(), item]
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("The scope Item is held by \\.items[1] and was also assigned to \\.items[3] of Box.")
    )
    #expect(
      text.contains(
        #"Remove it from \.items[1] before you assign it to \.items[3], or in the same event, or create another scope."#
      )
    )
  }

  @Test(.waitsForPrograms) func `a scope twice in an initial array traps at the first event`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let item = Item()
      Box(items: [item, item]).send(.nothing)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("The scope Item is held by \\.items[0] and was also assigned to \\.items[1] of Box.")
    )
  }

  @Test(.waitsForPrograms) func `a scope twice in a dictionary traps and names both keys`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let item = Item()
      Box().byName = ["what?": item, "a": item]
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        #"The scope Item is held by \.byName["a"] and was also assigned to \.byName["what?"] of Box."#
      )
    )
  }

  @Test(.waitsForPrograms) func `a scope in two properties traps and names both`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let item = Item()
      let box = Box(items: [Item(), item]).send(.nothing)
      box.byName["a"] = item
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(#"The scope Item is held by \.items[1] and was also assigned to \.byName["a"] of Box."#)
    )
  }

  @Test(.waitsForPrograms) func `a scope in two trees traps and names both`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let item = Item()
      let box = Box(items: [item]).send(.nothing)
      let other = Drawer()
      other.item = item
      _ = box
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "The scope Item is held by \\.items[0] of Box and was also assigned to \\.item of Drawer."
      )
    )
  }

  @Test(.waitsForPrograms) func `a scope below itself traps and names the cycle`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (top, middle, bottom) = (Drawer(), Drawer(), Drawer())
      top.drawer = middle
      middle.drawer = bottom
      bottom.drawer = top
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        #"""
        The scope Drawer was assigned to Drawer.drawer, which is below that same scope, at \.drawer?.drawer?.drawer. A \#
        tree of scopes cannot contain a cycle. Refer to an ancestor with @Superscope instead.
        """#
      )
    )
  }

  @Test(.waitsForPrograms) func `a scope as its own child traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let drawer = Drawer()
      drawer.drawer = drawer
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(#"was assigned to Drawer.drawer, which is below that same scope, at \.drawer."#))
  }

  @Test(.waitsForPrograms) func `a scope at two levels of a tree traps and names both`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (top, middle, bottom) = (Drawer(), Drawer(), Drawer())
      top.drawer = middle
      middle.drawer = bottom
      bottom.drawer = middle
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "The scope Drawer is held by \\.drawer and was also assigned to \\.drawer?.drawer?.drawer of Drawer."
      )
    )
  }
}

private final class Item: Scope {
  enum When { case nothing }
  func update(_ when: When) throws {}
}

private final class Box: Scope {
  enum When { case nothing }
  @Subscope var items: [Item]
  @Subscope var byName: [String: Item] = [:]

  init(items: [Item] = []) {
    _items = Subscope(wrappedValue: items)
  }

  func update(_ when: When) throws {}
}

private final class Drawer: Scope {
  enum When { case nothing }
  @Subscope var item: Item?
  @Subscope var drawer: Drawer?
  func update(_ when: When) throws {}
}
