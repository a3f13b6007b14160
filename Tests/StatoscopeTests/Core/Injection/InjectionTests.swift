import Statoscope
import TestSupport
import Testing

/// How values and ancestors are found by walking up the tree.
@Suite struct InjectionTests {
  @Test func `without an injected value the default is found`() {
    #expect(Site().page.server.name == "default")
  }

  @Test func `a value injected at the root is found below it`() {
    let root = Site().injectObject(Server(name: "root"))
    #expect(root.page.server.name == "root")
    #expect(root.server.name == "root")
  }

  @Test func `a value injected at a child is found only there`() {
    let root = Site().injectObject(Server(name: "root"))
    root.page.injectObject(Server(name: "page"))
    #expect(root.page.server.name == "page")
    #expect(root.other.server.name == "root")
  }

  @Test func `injecting again replaces the value`() {
    let root = Site().injectObject(Server(name: "a")).injectObject(Server(name: "b"))
    #expect(root.server.name == "b")
  }

  @Test(.lesson(11)) func `a child that was referenced earlier finds an injected value`() {
    let page = SitePage()
    let root = Site(page: page).injectObject(Server(name: "root"))
    #expect(page.server.name == "root")
    #expect(root.page === page)
  }

  @Test func `setting an injected property injects the value at its scope`() {
    let root = Site()
    root.server = Server(name: "set")
    #expect(root.server.name == "set")
    #expect(root.page.server.name == "set")
  }

  @Test func `setting an injected object that is not Sendable injects it, too`() {
    let (hall, session) = (Hall(), Session())
    hall.session = session
    #expect(hall.session === session)
    #expect(hall.nooks.allSatisfy { $0.session === session })
  }

  @Test(.lesson(9)) func `types of one name are distinguished`() {
    let root = Site().injectObject(First.Key(value: 1)).injectObject(Second.Key(value: 2))
    #expect(root.page.first.value == 1)
    #expect(root.page.second.value == 2)
  }

  @Test func `a removed child finds nothing of its former tree`() {
    let root = Site().injectObject(Server(name: "root"))
    let optional = SitePage()
    root.optional = optional
    #expect(optional.server.name == "root")
    root.optional = nil
    #expect(optional.server.name == "default")
  }

  /// Injected values leaked from one test into another.
  @Test(.from(.swiftDependencies))
  func `an injected or overridden value stays in its tree`() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          let root = Site().injectObject(Server(name: "client \(number)"))
          let mock = root.page.override(First.Key(value: number))
          await Task.yield()
          defer { mock.cancel() }
          return root.page.server.name == "client \(number)" && root.page.first.value == number
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
    #expect(Site().page.server.name == "default")
    #expect(Site().page.first.value == 0)
  }

  @Test func `each look-up of an object is recorded once for a class of scopes`() {
    let (hall, journal) = (Hall(), Journal())
    hall.objectLookUps = ObjectLookUps(storageReaders: StorageReaders(), readsEffects: {}) { lookUp in
      journal.note("\(lookUp.scope)")
      return true
    }
    for round in 1...2 {
      hall.injectObject(Session())
      for _ in 1...2 { _ = [hall.session] + hall.nooks.map(\.session) }
      #expect(journal.entries == Array([["Hall", "Nook"], ["Hall", "Nook"]].prefix(round).joined()))
      #expect(hall.objectLookUps?.ofObjects.count == 2 * round)
    }
  }

  @Test func `a superscope is the nearest ancestor of its type`() {
    let root = Site()
    #expect(root.page.site === root)
    #expect(root.page.requiredSite === root)
    #expect(root.site == nil)
  }

  @Test func `a missing required superscope is the default, and a logged error`() async throws {
    try await withLoggedLines { journal in
      let page = SitePage()
      #expect(page.requiredSite.page !== page)
      #expect(
        journal.entries == [
          """
          errors: SitePage has no Site above it, so its superscope is the default. Make it a @Subscope of a Site or \
          of a scope below one, or declare the property as Site?.
          """
        ]
      )
    }
  }
}

private final class Session: Injectable {
  static var defaultValue: Session { Session() }
}

private final class Hall: Scope {
  enum When { case nothing }
  @Injected var session: Session
  @Subscope var nooks = [Nook(), Nook()]
  func update(_ when: When) throws {}
}

private final class Nook: Scope {
  enum When { case nothing }
  @Injected var session: Session
  func update(_ when: When) throws {}
}
