/// An entry in the folder of living documentation: a plan, or an exploration with its page.
package struct FolderEntry: Sendable {
  /// The name of the test.
  let name: FlowName
  /// An identifier of the entry among those of the same test.
  let key: String
  let document: any Encodable & Sendable
  let page: String?

  package init(name: FlowName, key: String, document: any Encodable & Sendable, page: String? = nil) {
    self.name = name
    self.key = key
    self.document = document
    self.page = page
  }
}
