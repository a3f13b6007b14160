import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

@Suite("Exploration, scopes in cases of an enum")
struct CaseChoiceTests {
  @Test func `the scope of a case has events and results of effects while it is there`() throws {
    let (found, failures, _) = try overheard {
      try Studio.EXPLORE { Studio() }
        .EVENTS { sut in sut.sheet == nil ? [.openForm, .alert] : [.close] }
        .EVENTS(\.sheet, as: Form.self) { form in form.isSaving ? [] : [.save] }
        .EFFECT(\.sheet, as: Form.self, Fetch.self, completesWith: [1], failsWith: [Offline()])
        .NEVER("saved") { $0.form?.number == 1 }
        .SETTLES("nothing is saved") { $0.form?.isSaving != true }
        .ALWAYS_REACHABLE("no sheet") { $0.sheet == nil }
        .run()
    }
    // Closed, an alert, and a form that was saved, failed to, or neither, each also while it is being saved.
    #expect(found.states == 8)
    #expect(found.effectsThatNeverEnd == [])
    #expect(
      failures.map(\.text) == [
        #"""
        // NEVER "saved" is violated after 3 steps. The shortest flow that shows it:
        try Studio.GIVEN { Studio() }
          .WHEN(.openForm)
          .WHEN(\.sheet, as: Form.self, .save)
          .WHEN_EffectCompletes(\.sheet, as: Form.self, Fetch.self, with: 1)
          .THEN_Not("saved") { $0.form?.number == 1 }
          .runTest()
        """#
      ]
    )
    #expect(found.mermaid().contains(" : sheet?.form#58; save\n"))
  }

  @Test func `each scope of a class in a stack or dictionary has its own`() throws {
    let found = try Studio.EXPLORE { Studio() }
      .EVENTS { sut in sut.stack.isEmpty ? [.fill] : [] }
      .EVENTS(\.stack, as: Form.self) { form in form.isSaving ? [] : [.save] }
      .EVENTS(\.windows, as: Form.self) { form in form.isSaving ? [] : [.save] }
      .EFFECT(\.stack, as: Form.self, Fetch.self, completesWith: [1])
      .EFFECT(\.windows, as: Form.self, Fetch.self, completesWith: [1])
      .REACHES("all saved") { sut in
        !sut.forms.isEmpty && sut.forms.allSatisfy { $0.number == 1 && !$0.isSaving }
      }
      .run()
    let steps = found.flow(reaching: "all saved")?.steps ?? []
    #expect(steps.count == 7)
    #expect(steps.contains(".WHEN(\\.stack[ifThere: 2], as: Form.self, .save)"))
    #expect(
      steps.contains(
        ".WHEN_EffectCompletes(\\.windows[\"a\"], as: Form.self, Fetch.self, with: 1)"
      )
    )
    #expect(found.effectsThatNeverEnd == [])
  }

  @Test func `a stream of a case yields in each kind of property`() throws {
    let found = try Studio.EXPLORE { Studio() }
      .EVENTS { sut in sut.stack.isEmpty ? [.fill, .openForm] : [] }
      .EVENTS(\.sheet, as: Form.self) { form in form.effects.isEmpty ? [.listen] : [] }
      .EVENTS(\.stack, as: Form.self) { form in form.effects.isEmpty ? [.listen] : [] }
      .EVENTS(\.windows, as: Form.self) { form in form.effects.isEmpty ? [.listen] : [] }
      .EFFECT(\.sheet, as: Form.self, Post.self, yields: [2])
      .EFFECT(\.stack, as: Form.self, Post.self, yields: [3])
      .EFFECT(\.windows, as: Form.self, Post.self, yields: [4])
      .REACHES("each its own") { sut in
        sut.form?.number == 2 && sut.stack.compactMap { $0.scope as? Form }.allSatisfy { $0.number == 3 }
          && sut.windows["a"].flatMap { $0.scope as? Form }?.number == 4
      }
      .run()
    #expect(found.flow(reaching: "each its own") != nil)
    #expect(found.effectsThatNeverEnd == [])
  }
}

private enum Pane: ScopeEnum {
  case form(Form)
  case alert
}

private final class Studio: Scope {
  enum When { case openForm, alert, close, fill }
  @Subscope var sheet: Pane?
  @Subscope var stack: [Pane] = []
  @Subscope var windows: [String: Pane] = [:]

  var form: Form? { sheet?.scope as? Form }

  var forms: [Form] { (stack + windows.values).compactMap { $0.scope as? Form } }

  func update(_ when: When) throws {
    switch when {
    case .openForm: sheet = .form(Form())
    case .alert: sheet = .alert
    case .close: sheet = nil
    case .fill:
      stack = [.form(Form()), .alert, .form(Form())]
      windows = ["a": .form(Form()), "b": .alert]
    }
  }
}

private final class Form: Scope {
  enum When { case save, listen, saved(Result<Int, any Error>) }
  private(set) var isSaving = false
  private(set) var number = 0

  func update(_ when: When) throws {
    switch when {
    case .save:
      isSaving = true
      effectsState.enqueue(Fetch().mapToResult().map(When.saved))
    case .listen: effectsState.enqueue(Post().map { .saved(.success($0)) })
    case .saved(let result):
      isSaving = false
      number = (try? result.get()) ?? -1
    }
  }
}
