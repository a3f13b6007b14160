import NewsReader
import StatoscopeTesting
import SwiftUITutorial
import Testing

@Suite(.flowSettings(.strict)) struct AnswerTests {
  @Test func `a star is removed once the user has confirmed`() throws {
    try StarRemoval.GIVEN {
      let removal = StarRemoval()
      removal.favourites.send(.favouritesFound(.success(["ferry"])))
      return removal
    }
    .WHEN(.userTappedRemove(.ferry))
    .THEN(\.question, equals: .ferry)
    .FORK(.userDismissedQuestion) { try $0.THEN(\.question, equals: nil) }
    .WHEN(.userConfirmed(.ferry))
    .THEN(\.question, equals: nil)
    .WITH(\.favourites)
    .THEN(\.ids, equals: [])
    .THEN(\.unsaved, equals: ["ferry": false])
    .THEN(\.isSaving, equals: true)
    .WHEN_EffectCompletes(SaveFavourites.self, with: [])
    .THEN(\.unsaved, equals: [:])
    .THEN(\.isSaving, equals: false)
    .POP()
    .runTest()
  }
}
