#if canImport(SwiftUI)
  import NewsReader
  import Statoscope
  import SwiftUI

  /// The view of the answer to the exercise.
  package struct StarRemovalView: View {
    private let item: FeedItem
    @ObservedObject private var removal: StarRemoval

    package init(item: FeedItem, removal: StarRemoval) {
      self.item = item
      self.removal = removal
    }

    package var body: some View {
      Button("Remove star") { removal.send(.userTappedRemove(item)) }
        .alert(
          "Remove the star?",
          isPresented: removal.isPresented(\.question, dismissed: .userDismissedQuestion),
          presenting: removal.question
        ) { item in
          Button("Remove") { removal.send(.userConfirmed(item)) }
          Button("Cancel") {}
        } message: { item in
          Text(item.title)
        }
    }
  }
#endif
