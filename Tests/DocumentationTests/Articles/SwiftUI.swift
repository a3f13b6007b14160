#if canImport(SwiftUI)
  import Statoscope
  import SwiftUI

  // What the article on SwiftUI shows. It is compiled on Apple's platforms, and against declarations on Linux.

  struct Greetings: Injectable, Sendable {
    var word: String
    static let defaultValue = Greetings(word: "Hello")
  }

  final class Profile: Scope, ObservableObject {
    @Published private(set) var name = ""
    @Published private(set) var isPublic = false
    @Injected var greetings: Greetings

    enum When {
      case userTypedName(String)
      case userSetPublic(Bool)
      case userTappedClear
    }

    func update(_ when: When) throws {
      switch when {
      case .userTypedName(let name): self.name = name
      case .userSetPublic(let isPublic): self.isPublic = isPublic
      case .userTappedClear: name = ""
      }
    }
  }

  struct ProfileView: View {
    @ObservedObject var profile: Profile

    var body: some View {
      VStack {
        Text("\(profile.greetings.word) \(profile.name)")
        TextField("Name", text: profile.binding(\.name, send: Profile.When.userTypedName))
        Toggle("Public", isOn: profile.binding(\.isPublic, send: Profile.When.userSetPublic))
        Button("Clear") { profile.send(.userTappedClear) }
      }
    }
  }

  struct ProfilePreviews: PreviewProvider {
    static var previews: some View {
      ProfileView(profile: Profile().send(.userTypedName("Ada")))
      ProfileView(profile: Profile().injectObject(Greetings(word: "Hei")))
    }
  }
#endif
