import Statoscope
import TestSupport
import Testing

/// Scopes that are put somewhere else while their owner is being released.
@Suite struct SubtreeReleaseTests {
  @Test func `a scope that a sibling's deinit puts into another tree stays there`() {
    let other = Folder()
    var folder: Folder? = Folder()
    let (second, third) = (Sheet(), Sheet())
    folder?.sheets = [Sheet { other.sheets = [second] }, second, third]
    folder?.send(.nothing)
    folder = nil
    #expect(other.sheets.map(\.tree.keyPathFromRoot) == [#"\.sheets[0]"#])
    #expect(second.tree.parent === other)
    #expect(third.tree.parent == nil)
    other.sheets.append(third)
    #expect(third.tree.parent === other)
  }

  @Test @MainActor func `a sibling's deinit finds no effects of the others and starts none`() throws {
    var folder: Folder? = Folder()
    let (second, journal) = (Sheet(), Journal())
    folder?.sheets = [
      Sheet {
        journal.note("\(second.effects.count)")
        do { try second.trySend(.load) } catch { journal.note("\(type(of: error))") }
      },
      second,
    ]
    second.send(.load)
    #expect(second.effects.count == 1)
    folder = nil
    #expect(journal.entries == ["0", "EffectIsolationError"])
    #expect(second.effects.isEmpty)
  }

  @Test func `the other orphans stay out of a tree that one of them is put into`() {
    let other = Folder().injectObject(Title(text: "other"))
    var folder: Folder? = Folder()
    weak var last: Sheet?
    let third = Sheet()
    folder?.sheets = [Sheet { last.map { other.sheets = [$0] } }, third, Sheet()]
    last = folder?.sheets.last
    folder?.send(.nothing)
    folder = nil
    #expect(other.sheets.count == 1)
    #expect(last?.title.text == "other")
    #expect(third.title.text == "none")
    other.sheets.append(third)
    #expect(third.title.text == "other")
  }

  @Test @MainActor func `a tree that a deinit puts below a deep orphan keeps its effects`() {
    let (live, kept) = (Branch(), Branch())
    live.send(.load)
    var root: Branch? = Branch()
    root?.branches = [Branch()]
    root?.branches[0].branches = [Branch { kept.branches = [live] }, kept]
    root?.send(.nothing)
    root = nil
    #expect(kept.branches.first === live)
    #expect(live.tree.parent === kept)
    #expect(kept.tree.parent == nil)
    #expect(live.effects.count == 1)
  }
}

private struct Title: Injectable {
  static var defaultValue: Title { Title(text: "none") }
  let text: String
}

private struct Load: Effect {
  func runEffect() async throws {}
}

private final class Folder: Scope {
  enum When: Sendable { case nothing }
  @Subscope var sheets: [Sheet] = []
  func update(_ when: When) throws {}
}

private final class Sheet: Scope {
  enum When: Sendable {
    case load
    case loaded
  }

  @Injected var title: Title
  private let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

  func update(_ when: When) throws {
    if case .load = when { effectsState.enqueue(Load().map { .loaded }) }
  }

  deinit { onDeinit() }
}

private final class Branch: Scope {
  enum When: Sendable {
    case nothing
    case load
    case loaded
  }

  @Subscope var branches: [Branch] = []
  private let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

  func update(_ when: When) throws {
    if case .load = when { effectsState.enqueue(Load().map { .loaded }) }
  }

  deinit { onDeinit() }
}
