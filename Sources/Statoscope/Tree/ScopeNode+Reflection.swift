extension ScopeNode: LibraryObject {
  package static var libraryClass: Any.Type { ScopeNode.self }
}
