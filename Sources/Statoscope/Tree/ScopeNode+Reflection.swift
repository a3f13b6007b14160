extension ScopeNode: LibraryObject {
  package static var libraryClass: Any.Type { ScopeNode.self }

  package final var activityTexts: [String] { runtime?.effects?.texts ?? [] }
}
