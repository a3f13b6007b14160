import Statoscope
import StatoscopeTesting
import Testing

@Suite struct AnswerTests {
  @Test func `going back closes the last article and cancels its load`() throws {
    try Desk.GIVEN { Desk() }
      .WHEN(.userOpened(.ferry))
      .WHEN(.userOpened(.bridge))
      .WHEN_Throws(.userOpened(.bridge))
      .THEN_Enqueued(\.articles[ifThere: 1], effect: LoadStory(id: "bridge"))
      .WHEN(.userTappedBack)
      .THEN(\.articles.count, equals: 1)
      .WITH(\.articles[ifThere: 0])
      .WHEN_EffectCompletes(LoadStory.self, with: "Mind the gap.")
      .THEN(\.story, equals: "Mind the gap.")
      .POP()
      .runTest(assertRelease: true, assertNoPendingEffects: true)
  }
}
