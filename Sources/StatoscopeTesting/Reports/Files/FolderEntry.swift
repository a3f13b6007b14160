/// An entry in the folder of living documentation: a plan, or an exploration with its page.
struct FolderEntry: Sendable {
  /// The name of the test.
  let name: FlowName
  /// An identifier of the entry among those of the same test.
  let key: String
  let document: any Encodable & Sendable
  var page: String?
}
