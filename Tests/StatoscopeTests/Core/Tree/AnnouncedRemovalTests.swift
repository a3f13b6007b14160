import Observation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// What listeners do to a property while a child removes itself from it.
@MainActor @Suite struct AnnouncedRemovalTests {
  /// An observer of the property.
  enum Observer: CaseIterable, Sendable {
    case listener
    case tracker
  }

  @Test(arguments: Shell.Property.collections, Observer.allCases)
  func `a child that an observer appends is not lost`(_ property: Shell.Property, _ observer: Observer) {
    let (shell, panes) = makeShell(property)
    let added = Pane()
    let reentry = Reentry { shell.replace(in: property) { $0 + [added] } }
    let token = observe(shell, property, observer, reentry)
    panes[1].removeFromSuperscope()
    #expect(reentry.count == 1)
    expect(shell, holds: [panes[0], panes[2], added], in: property, without: [panes[1]])
    token?.cancel()
  }

  @Test(arguments: Shell.Property.collections, Observer.allCases)
  func `a child that an observer removes is not added again`(_ property: Shell.Property, _ observer: Observer)
  {
    let (shell, panes) = makeShell(property)
    let reentry = Reentry { shell.replace(in: property) { $0.filter { $0 !== panes[0] } } }
    let token = observe(shell, property, observer, reentry)
    panes[1].removeFromSuperscope()
    #expect(reentry.count == 1)
    expect(shell, holds: [panes[2]], in: property, without: [panes[0], panes[1]])
    token?.cancel()
  }

  @Test(arguments: Shell.Property.collections, Observer.allCases)
  func `an observer may remove the child itself`(_ property: Shell.Property, _ observer: Observer) {
    let (shell, panes) = makeShell(property)
    let reentry = Reentry { shell.replace(in: property) { $0.filter { $0 !== panes[1] } } }
    let token = observe(shell, property, observer, reentry)
    panes[1].removeFromSuperscope()
    #expect(reentry.count == 1)
    expect(shell, holds: [panes[0], panes[2]], in: property, without: [panes[1]])
    token?.cancel()
  }

  @Test(arguments: Shell.Property.collections, Observer.allCases)
  func `a child that an observer moves is not moved back`(_ property: Shell.Property, _ observer: Observer) {
    let (shell, panes) = makeShell(property)
    let other = Shell()
    let reentry = Reentry {
      shell.replace(in: property) { $0.filter { $0 !== panes[1] } }
      other.pane = panes[1]
    }
    let token = observe(shell, property, observer, reentry)
    panes[1].removeFromSuperscope()
    #expect(reentry.count == 1)
    #expect(other.pane === panes[1] && panes[1].shell === other)
    expect(shell, holds: [panes[0], panes[2]], in: property)
    token?.cancel()
  }

  @Test(arguments: Observer.allCases)
  func `another child that an observer sets is not overwritten`(_ observer: Observer) {
    let (shell, former, next) = (Shell(), Pane(), Pane())
    shell.pane = former
    let reentry = Reentry { shell.pane = next }
    let token = observe(shell, .optional, observer, reentry)
    former.removeFromSuperscope()
    #expect(reentry.count == 1)
    expect(shell, holds: [next], in: .optional, without: [former])
    token?.cancel()
  }

  @Test(arguments: Shell.Property.collections)
  func `a cancellation handler may append after the child's removal`(_ property: Shell.Property)
    async throws
  {
    let (shell, panes) = makeShell(property)
    let added = Pane()
    var counts: [Int] = []
    let reentry = Reentry {
      counts.append(shell.shown(in: property).count)
      shell.replace(in: property) { $0 + [added] }
    }
    try await panes[1].run(onCancel: reentry)
    panes[1].removeFromSuperscope()
    #expect(counts == [2])
    expect(shell, holds: [panes[0], panes[2], added], in: property, without: [panes[1]])
  }

  @Test func `a case that a listener appends is not lost`() {
    let gallery = Gallery()
    let panes = (0..<3).map { _ in Pane() }
    gallery.show(.plain(panes[0]), in: .list)
    let reentry = Reentry { gallery.show(.plain(panes[1]), in: .list) }
    withObservationTracking {
      _ = gallery.shown(in: .list)
    } onChange: {
      reentry.run()
    }
    panes[0].removeFromSuperscope()
    #expect(reentry.count == 1)
    #expect(gallery.shown(in: .list).map(ObjectIdentifier.init) == [ObjectIdentifier(panes[1])])
    expectAgreement(in: gallery, without: [panes[0], panes[2]])
  }

  // MARK: Parts

  /// Returns a shell with three panes in a property.
  private func makeShell(_ property: Shell.Property) -> (Shell, [Pane]) {
    let (shell, panes) = (Shell(), (0..<3).map { _ in Pane() })
    shell.replace(in: property) { _ in panes }
    return (shell, panes)
  }

  /// Runs code at the next change of a property.
  private func observe(_ shell: Shell, _ property: Shell.Property, _ observer: Observer, _ reentry: Reentry)
    -> AnyCancellable?
  {
    switch observer {
    case .listener: return shell.objectWillChange.sink { _ in reentry.run() }
    case .tracker:
      withObservationTracking {
        _ = shell.shown(in: property)
      } onChange: {
        reentry.run()
      }
      return nil
    }
  }

  private func expect(
    _ shell: Shell,
    holds panes: [Pane],
    in property: Shell.Property,
    without others: [Pane] = [],
    at location: SourceLocation = #_sourceLocation
  ) {
    let shown = shell.shown(in: property).map(ObjectIdentifier.init)
    #expect(Set(shown) == Set(panes.map(ObjectIdentifier.init)), sourceLocation: location)
    #expect(shown.count == panes.count, sourceLocation: location)
    expectAgreement(in: shell, without: others, at: location)
  }
}

extension Shell.Property {
  fileprivate static let collections: [Shell.Property] = [.list, .listInPlace, .keyed, .keyedInPlace]
}

extension Shell {
  /// Replaces the panes of a collection by others; those in a dictionary keep their keys.
  fileprivate func replace(in property: Property, _ change: ([Pane]) -> [Pane]) {
    switch property {
    case .optional: pane = change(shown(in: .optional)).first
    case .list: list = change(list)
    case .listInPlace:
      let panes = change(list)
      list.removeAll { pane in !panes.contains { $0 === pane } }
      list.append(contentsOf: panes.dropFirst(list.count))
    case .keyed: byKey = keyed(change(Array(byKey.values)))
    case .keyedInPlace:
      let changed = keyed(change(Array(byKey.values)))
      for key in byKey.keys where changed[key] == nil { byKey[key] = nil }
      for (key, pane) in changed where byKey[key] == nil { byKey[key] = pane }
    }
  }

  private func keyed(_ panes: [Pane]) -> [Int: Pane] {
    let next = (byKey.keys.max() ?? 0) + 1
    return Dictionary(
      uniqueKeysWithValues: panes.enumerated().map { index, pane in
        (byKey.first { $0.value === pane }?.key ?? next + index, pane)
      }
    )
  }
}
