import Statoscope
import TestSupport
import Testing

/// Cases that change the property they are put into while they are asked for their scope.
@MainActor @Suite struct CaseWithinChangeTests {
  @Test(arguments: Gallery.Property.allCases, [true, false])
  func `a case may set its property while it is asked for its scope`(
    _ property: Gallery.Property,
    _ isEmpty: Bool
  )
    throws
  {
    var gallery: Gallery? = Gallery()
    let panes = (0..<3).map { _ in Pane() }
    gallery?.show(.plain(panes[0]), in: property)
    let reentry = Reentry { [weak gallery] in
      gallery?.show(isEmpty ? nil : .plain(panes[2]), in: property)
      if let gallery { expectAgreement(in: gallery) }
    }
    gallery?.show(.busy(panes[1], reentry), in: property)
    #expect(reentry.count == 1)
    try expect(gallery, shows: panes[1], in: property, insteadOf: [panes[0], panes[2]])
    gallery = nil
    expectRoots(panes)
  }

  @Test(arguments: Gallery.Property.allCases)
  func `a case may add its own scope before it is set`(_ property: Gallery.Property) throws {
    var gallery: Gallery? = Gallery()
    let panes = (0..<2).map { _ in Pane() }
    gallery?.show(.plain(panes[0]), in: property)
    let reentry = Reentry { [weak gallery] in gallery?.show(.plain(panes[1]), in: property) }
    gallery?.show(.busy(panes[1], reentry), in: property)
    #expect(reentry.count == 1)
    try expect(gallery, shows: panes[1], in: property, insteadOf: [panes[0]])
    gallery = nil
    expectRoots(panes)
  }

  @Test(arguments: Gallery.Property.allCases)
  func `an initial case may replace itself`(_ property: Gallery.Property) throws {
    let panes = (0..<2).map { _ in Pane() }
    weak var owner: Gallery?
    let reentry = Reentry { owner?.show(.plain(panes[1]), in: property) }
    var gallery: Gallery? = Gallery(.busy(panes[0], reentry), in: property)
    owner = gallery
    gallery?.send(.nothing)
    #expect(reentry.count == 1)
    try expect(gallery, shows: panes[1], in: property, insteadOf: [panes[0]])
    gallery = nil
    expectRoots(panes)
  }

  @Test(arguments: Gallery.Property.allCases)
  func `a case may set its property in its release`(_ property: Gallery.Property) throws {
    var gallery: Gallery? = Gallery()
    let panes = (0..<2).map { _ in Pane() }
    let reentry = Reentry { [weak gallery] in gallery?.show(.plain(panes[1]), in: property) }
    gallery?.show(.held(RunsInDeinit(reentry)), in: property)
    gallery?.show(.plain(panes[0]), in: property)
    #expect(reentry.count == 1)
    try expect(gallery, shows: panes[1], in: property, insteadOf: [panes[0]])
    gallery = nil
    expectRoots(panes)
  }

  private func expect(
    _ gallery: Gallery?,
    shows pane: Pane,
    in property: Gallery.Property,
    insteadOf others: [Pane]
  ) throws {
    let gallery = try #require(gallery)
    #expect(gallery.shown(in: property).map(ObjectIdentifier.init) == [ObjectIdentifier(pane)])
    expectAgreement(in: gallery, without: others)
    #expect(gallery.tree.children.map { ObjectIdentifier($0) } == [ObjectIdentifier(pane)])
  }
}

/// A pane in a tile; some tiles run code when they are asked for it, and some hold none.
enum Tile: ScopeEnum {
  case plain(Pane)
  case busy(Pane, Reentry)
  case held(RunsInDeinit)

  var scope: ScopeNode? {
    switch self {
    case .plain(let pane): return pane
    case .busy(let pane, let reentry):
      reentry.run()
      return pane
    case .held: return nil
    }
  }

  /// The same without running code.
  var pane: Pane? {
    switch self {
    case .plain(let pane), .busy(let pane, _): pane
    case .held: nil
    }
  }
}

final class Gallery: Scope {
  enum When: Sendable { case nothing }

  /// A property of the gallery, and how it is written.
  enum Property: CaseIterable, Sendable {
    case optional
    case list
    case listInPlace
    case keyed
    case keyedInPlace
  }

  @Subscope private var tile: Tile?
  @Subscope private var tiles: [Tile] = []
  @Subscope private var byKey: [Int: Tile] = [:]

  override init() {}

  /// Makes a gallery that has not been linked.
  init(_ tile: Tile, in property: Property) {
    switch property {
    case .optional: _tile = Subscope(wrappedValue: tile)
    case .list, .listInPlace: _tiles = Subscope(wrappedValue: [tile])
    case .keyed, .keyedInPlace: _byKey = Subscope(wrappedValue: [0: tile])
    }
  }

  func show(_ tile: Tile?, in property: Property) {
    let shown = tile.map { [$0] } ?? []
    switch property {
    case .optional: self.tile = tile
    case .list: tiles = shown
    case .listInPlace: tiles.replaceSubrange(tiles.startIndex..., with: shown)
    case .keyed: byKey = Dictionary(uniqueKeysWithValues: shown.map { (0, $0) })
    case .keyedInPlace: byKey[0] = tile
    }
  }

  func shown(in property: Property) -> [Pane] {
    switch property {
    case .optional: tile?.pane.map { [$0] } ?? []
    case .list, .listInPlace: tiles.compactMap(\.pane)
    case .keyed, .keyedInPlace: byKey.values.compactMap(\.pane)
    }
  }

  func update(_ when: When) throws {}
}
