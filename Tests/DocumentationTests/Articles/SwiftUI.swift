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

  // MARK: Navigation

  enum MailScreen: ScopeEnum {
    case folder(MailFolder)
    case message(MailMessage)
  }

  final class Mail: Scope, ObservableObject {
    @Subscope private(set) var path: [MailScreen] = []
    @Subscope private(set) var draft: MailDraft?
    @Published private(set) var question: String?

    enum When {
      case userOpened(String)
      case userTappedWrite
      case userTappedDelete(String)
      case userConfirmed
      case userDismissedQuestion
      case userPulled
    }

    func update(_ when: When) throws {
      switch when {
      case .userOpened(let name): path.append(.folder(MailFolder(name)))
      case .userTappedWrite: draft = MailDraft()
      case .userTappedDelete(let name): question = "Delete \(name)?"
      case .userConfirmed, .userDismissedQuestion: question = nil
      case .userPulled: break
      }
    }
  }

  struct MailView: View {
    @ObservedObject var mail: Mail

    var body: some View {
      NavigationStack(path: mail.path(\.path)) {
        Button("Inbox") { mail.send(.userOpened("Inbox")) }
          .navigationDestination(for: ScopePath<MailScreen>.Element.self) { element in
            switch element.screen {
            case .folder(let folder): Text(folder.name)
            case .message(let message): Text(message.text)
            }
          }
      }
      .sheet(item: mail.presented(\.draft)) { draft in
        TextField("Text", text: draft.binding(\.text, send: MailDraft.When.userTyped))
      }
      .alert(
        "Delete?",
        isPresented: mail.isPresented(\.question, dismissed: .userDismissedQuestion),
        presenting: mail.question
      ) { question in
        Button(question) { mail.send(.userConfirmed) }
      }
      .refreshable { @MainActor in await mail.perform(.userPulled) }
    }
  }

  struct PatientMailView: View {
    @ObservedObject var mail: Mail

    var body: some View {
      MailView(mail: mail)
        .refreshable { @MainActor in await Task { _ = await mail.perform(.userPulled) }.value }
    }
  }

  final class MailFolder: Scope {
    enum When {}
    let name: String

    init(_ name: String) {
      self.name = name
    }

    func update(_ when: When) throws {}
  }

  final class MailMessage: Scope {
    enum When {}
    let text = ""
    func update(_ when: When) throws {}
  }

  final class MailDraft: Scope, ObservableObject, Identifiable {
    enum When { case userTyped(String) }
    @Published private(set) var text = ""

    func update(_ when: When) throws {
      switch when {
      case .userTyped(let text): self.text = text
      }
    }
  }
#endif
