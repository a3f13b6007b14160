#if canImport(SwiftUI)
  import Statoscope
  import SwiftUI

  /// The form for another feed, in a sheet.
  struct FeedFormView: View {
    @ObservedObject var form: FeedForm

    var body: some View {
      Form {
        TextField("Address", text: form.binding(\.address, send: FeedForm.When.userTyped))
        if let problem = form.problem { Text(problem) }
        Button("Open") { form.send(.userTappedOpen) }
        Button("Cancel") { form.send(.userTappedCancel) }
      }
    }
  }
#endif
