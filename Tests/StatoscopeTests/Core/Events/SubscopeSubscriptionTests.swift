import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

@Suite struct `A subscription to subscopes of a class` {
  @Test func `is called for every scope of the class, present or future`() {
    let (folder, journal) = (Folder(), Journal())
    let token = folder.subscribe(to: Note.self) { _, note, when in journal.note("\(note.title) \(when)") }
    folder.pinned.send(.write)
    folder.inner = Folder()
    folder.inner?.notes = [Note("b")]
    folder.inner?.notes[0].send(.write)
    folder.inner?.send(.nothing)
    #expect(journal.entries == ["pinned write", "b write"])
    token.cancel()
  }

  @Test func `is called for a scope that the subscriber was made with`() {
    let (note, journal) = (Note("a"), Journal())
    let folder = Folder([note])
    let token = folder.subscribe(to: Note.self) { _, note, when in journal.note("\(note.title) \(when)") }
    note.send(.write)
    #expect(journal.entries == ["a write"])
    token.cancel()
  }

  @Test func `is removed by the next event after its end`() {
    let folder = Folder()
    let token = folder.subscribe(to: Note.self) { _, _, _ in }
    folder.pinned.send(.write)
    #expect(folder.hasHooks)
    token.cancel()
    folder.pinned.send(.write)
    #expect(!folder.hasHooks)
  }

  @Test func `receives the scope that subscribed, which may send itself an event`() {
    let folder = Folder()
    let token = folder.subscribe(to: Note.self) { folder, note, when in
      if case .write = when { folder.send(.noteWritten(note.title)) }
    }
    folder.pinned.send(.write)
    #expect(folder.written == ["pinned"])
    token.cancel()
  }

  @Test func `is not called for events of the scope that subscribed`() {
    let (folder, journal) = (Folder(), Journal())
    folder.inner = Folder()
    let token = folder.subscribe(to: Folder.self) { _, inner, when in
      journal.note("\(inner.tree.keyPathFromRoot) \(when)")
    }
    folder.send(.nothing)
    folder.inner?.send(.nothing)
    #expect(journal.entries == [#"\.inner nothing"#])
    token.cancel()
  }

  @Test func `is called for subclasses of the class`() {
    let (folder, journal) = (Folder(), Journal())
    folder.notes = [LongNote("long")]
    let all = folder.subscribe(to: Note.self) { _, note, _ in journal.note("all: \(note.title)") }
    let long = folder.subscribe(to: LongNote.self) { _, note, _ in journal.note("long: \(note.title)") }
    folder.notes[0].send(.write)
    folder.pinned.send(.write)
    #expect(journal.entries == ["all: long", "long: long", "all: pinned"])
    all.cancel()
    long.cancel()
  }

  @Test func `is called after the effects have started and the scope's subscribers`() {
    let (folder, journal) = (Folder().injectObject(EffectsExecution.enqueueOnly), Journal())
    let tokens = [
      folder.subscribe(to: Note.self) { _, note, _ in journal.note("folder, \(note.effects.count) effects") },
      folder.pinned.subscribe { note, _ in journal.note("own, \(note.effects.count) effects") },
    ]
    folder.pinned.send(.save)
    #expect(journal.entries == ["own, 1 effects", "folder, 1 effects"])
    for token in tokens { token.cancel() }
  }

  @Test func `is called at the nearest ancestor first, and in order at one scope`() {
    let (folder, journal) = (Folder(), Journal())
    let inner = Folder()
    folder.inner = inner
    let tokens =
      [1, 2].map { number in folder.subscribe(to: Note.self) { _, _, _ in journal.note("outer \(number)") } }
      + [1, 2].map { number in inner.subscribe(to: Note.self) { _, _, _ in journal.note("inner \(number)") } }
    inner.pinned.send(.write)
    #expect(journal.entries == ["inner 1", "inner 2", "outer 1", "outer 2"])
    for token in tokens { token.cancel() }
  }

  @Test func `is not called for updates that throw or dropped events`() {
    let (folder, journal) = (Folder(), Journal())
    let token = folder.subscribe(to: Note.self) { _, _, when in journal.note("\(when)") }
    #expect(throws: InvalidStateError.self) { try folder.pinned.trySend(.tear) }
    folder.pinned.addMiddleware { _, when, next in if case .write = when {} else { try next(when) } }
    folder.pinned.send(.write).send(.save)
    #expect(journal.entries == ["save"])
    token.cancel()
  }

  @Test func `receives each event as it was updated, and as often`() {
    let (folder, journal) = (Folder(), Journal())
    let token = folder.subscribe(to: Note.self) { _, _, when in journal.note("\(when)") }
    folder.pinned.addMiddleware { _, _, next in
      try next(.write)
      try? next(.tear)
      try next(.rename("new"))
    }
    folder.pinned.send(.save)
    #expect(journal.entries == ["write", #"rename("new")"#])
    token.cancel()
  }

  @Test func `is called for nested events in the order of their ends`() {
    let (folder, journal) = (Folder(), Journal())
    folder.notes = [Note("other")]
    let token = folder.subscribe(to: Note.self) { _, note, when in journal.note("\(note.title) \(when)") }
    folder.pinned.send(.writeTo("other"))
    #expect(journal.entries == ["other write", #"pinned writeTo("other")"#])
    token.cancel()
  }

  @Test func `is called for the event that removes its scope, and none after it`() {
    let (folder, journal) = (Folder(), Journal())
    let note = Note("a")
    folder.notes = [note]
    let token = folder.subscribe(to: Note.self) { folder, note, when in
      journal.note("\(note.title) \(when), \(folder.notes.count) left")
    }
    note.send(.throwAway)
    note.send(.write)
    #expect(journal.entries == ["a throwAway, 0 left"])
    token.cancel()
  }

  @Test func `ends when its token is cancelled, also by itself, or released`() {
    let (folder, journal) = (Folder(), Journal())
    var token: ScopeSubscription?
    token = folder.subscribe(to: Note.self) { _, _, _ in
      journal.note("once")
      token?.cancel()
    }
    do { _ = folder.subscribe(to: Note.self) { _, _, _ in journal.note("released") } }
    folder.pinned.send(.write).send(.write)
    #expect(journal.entries == ["once"])
    token?.cancel()
  }

  @Test func `retains nothing once its scope is released, though its token is not`() {
    var folder: Folder? = Folder()
    var captured: Journal? = Journal()
    weak let journal = captured
    weak let released = folder
    let token = folder?.subscribe(to: Note.self) { [captured] _, _, _ in captured?.note("") }
    captured = nil
    #expect(journal != nil)
    folder = nil
    #expect(released == nil)
    #expect(journal == nil)
    token?.cancel()
  }

  @Test func `may be retained by the scope that subscribes, and is no state`() throws {
    try Reader.GIVEN { Reader() }
      .configure(exhaustivity: .on)
      .WHEN(\.note, .write)
      .THEN(\.note.lines, equals: 1)
      .THEN(\.read, equals: 1)
      .runTest()
    #expect(
      ValueNode(Reader()).lines == [
        "Reader", "  note: Note", #"    title: "a""#, "    lines: 0", "    isSaved: false", "    gate: nil",
        "  read: 0",
      ]
    )
  }

  @Test @MainActor func `is called for the events of effects`() async {
    let (folder, journal) = (Folder(), Journal())
    let gate = Gate<Void>()
    let token = folder.subscribe(to: Note.self) { _, _, when in journal.note("\(when)") }
    folder.pinned.gate = gate
    folder.pinned.send(.save)
    await gate.open(())
    let saved = folder.pinned.changes(of: \.isSaved)
    for await isSaved in saved where isSaved { break }
    #expect(journal.entries == ["save", "saved"])
    token.cancel()
  }
}

@Suite struct `Middleware around subscopes of a class` {
  @Test func `is called around the events of that class only`() {
    let (folder, journal) = (Folder(), Journal())
    folder.addSubscopeMiddleware(of: Note.self) { note, when, next in
      journal.note("\(note.title) \(when) begins")
      try next()
      journal.note("\(note.title) ends")
    }
    folder.send(.nothing)
    folder.pinned.send(.write)
    #expect(journal.entries == ["pinned write begins", "pinned ends"])
  }

  @Test func `is not called around the events of the scope that it was added to`() {
    let (folder, journal) = (Folder(), Journal())
    folder.inner = Folder()
    folder.addSubscopeMiddleware(of: Folder.self) { inner, _, next in
      journal.note(inner.tree.keyPathFromRoot)
      try next()
    }
    folder.send(.nothing)
    folder.inner?.send(.nothing)
    #expect(journal.entries == [#"\.inner"#])
  }

  @Test func `may drop an event, repeat it, or throw`() {
    let folder = Folder()
    folder.addSubscopeMiddleware(of: Note.self) { _, when, next in
      switch when {
      case .write: for _ in 0..<3 { try next() }
      case .save: break
      default: throw InvalidStateError()
      }
    }
    folder.pinned.send(.write).send(.save)
    #expect(folder.pinned.lines == 3)
    #expect(folder.pinned.effects.isEmpty)
    #expect(throws: InvalidStateError.self) { try folder.pinned.trySend(.rename("b")) }
  }

  @Test func `is ordered among the others: the last added is the outermost`() {
    let (folder, journal) = (Folder(), Journal())
    folder
      .addSubscopeMiddleware { _, next in
        journal.note("first")
        try next()
      }
      .addSubscopeMiddleware(of: Note.self) { _, _, next in
        journal.note("second")
        try next()
      }
    folder.pinned.send(.write)
    #expect(journal.entries == ["second", "first"])
  }
}

private final class Folder: Scope {
  enum When {
    case nothing
    case noteWritten(String)
  }

  @Subscope var pinned = Note("pinned")
  @Subscope var notes: [Note]
  @Subscope var inner: Folder?
  private(set) var written: [String] = []

  init(_ notes: [Note] = []) { self.notes = notes }

  func update(_ when: When) throws {
    if case .noteWritten(let title) = when { written.append(title) }
  }
}

private class Note: Scope {
  enum When {
    case write
    case writeTo(String)
    case rename(String)
    case save
    case saved
    case tear
    case throwAway
  }

  @Superscope var folder: Folder?
  private(set) var title: String
  final private(set) var lines = 0
  private(set) var isSaved = false
  var gate: Gate<Void>?

  init(_ title: String) {
    self.title = title
  }

  func update(_ when: When) throws {
    switch when {
    case .write: lines += 1
    case .writeTo(let title): folder?.notes.first { $0.title == title }?.send(.write)
    case .rename(let name): title = name
    case .save:
      effectsState.enqueue(
        AnyEffect { [gate] in
          try await gate?.pass()
          return .saved
        }
      )
    case .saved: isSaved = true
    case .tear: throw InvalidStateError()
    case .throwAway: removeFromSuperscope()
    }
  }
}

private final class LongNote: Note {}

private final class Reader: Scope {
  enum When { case noteChanged }

  @Subscope var note = Note("a")
  private(set) var read = 0
  private var subscription: ScopeSubscription?

  override init() {
    super.init()
    subscription = subscribe(to: Note.self) { reader, _, _ in reader.send(.noteChanged) }
  }

  func update(_ when: When) throws { read += 1 }
}
