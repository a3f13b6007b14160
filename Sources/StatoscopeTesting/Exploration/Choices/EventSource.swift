import Statoscope

/// Says which events may be sent to a scope, or to each of several.
final class EventSource<Root: ScopeProtocol, Target: ScopeProtocol>: ChoiceSource {
  /// Where the scopes are found that the events are sent to.
  enum Targets {
    case one((Root) -> Target?)
    case many((Root) -> [(place: AnyHashable, scope: Target)])
  }

  private let events: (Target) -> [Target.When]
  private let targets: Targets
  /// The way to each place when it was first seen.
  private var paths: [AnyHashable?: String] = [:]

  init(_ events: @escaping (Target) -> [Target.When], to targets: Targets) {
    self.events = events
    self.targets = targets
  }

  func choices(in root: ScopeNode, from source: Int) -> [Choice] {
    switch targets {
    case .one(let find): find(TypedScope(root).sut).map { choices(of: $0, at: nil, from: source) } ?? []
    case .many(let find):
      find(TypedScope(root).sut).flatMap { choices(of: $0.scope, at: $0.place, from: source) }
    }
  }

  private func choices(of scope: Target, at place: AnyHashable?, from source: Int) -> [Choice] {
    if paths[place] == nil { paths[place] = ScopeTree(scope).keyPathFromRoot }
    return events(scope).map { Choice(source: source, place: place, what: $0) }
  }

  func perform(_ choice: Choice, on root: ScopeNode) throws -> Bool {
    guard let scope = target(of: choice, in: root), let when = choice.what as? Target.When else {
      return false
    }
    // Effects do not start while exploring, so it does not matter that no actor is named.
    try scope.trySend(when, isolation: nil)
    return true
  }

  func sentence(for choice: Choice, in root: ScopeNode) -> Sentence {
    let path = target(of: choice, in: root).map { ScopeTree($0).keyPathFromRoot }
    return Sentence(path: path, .event(SwiftSource(shorthandOf: choice.what)))
  }

  func sentence(for choice: Choice) -> Sentence {
    Sentence(path: paths[choice.place], .event(SwiftSource(shorthandOf: choice.what)))
  }

  var tellsEffects: Bool { false }

  func tellsEnds(of _: any Effect) -> Bool { false }

  private func target(of choice: Choice, in root: ScopeNode) -> Target? {
    switch targets {
    case .one(let find): find(TypedScope(root).sut)
    case .many(let find): find(TypedScope(root).sut).first { $0.place == choice.place }?.scope
    }
  }
}
