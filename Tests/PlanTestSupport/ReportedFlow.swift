import Foundation
import StatoscopeTesting
import TestSupport

/// What living documentation came of some plans: the folder that they wrote to, gone with the test.
package struct ReportedFlow {
  package let folder: TemporaryFolder
  package let documentation: LivingDocumentation
  /// The failures that the plans reported, kept from the test.
  package private(set) var failures: [Failure] = []

  /// An empty folder.
  package init() throws {
    folder = try TemporaryFolder()
    documentation = LivingDocumentation(folder: folder.url)
  }

  /// Runs plans as they run when the environment asks for living documentation.
  package init(_ plans: () throws -> Void) throws {
    try self.init()
    try add(plans)
    try documentation.compose()
  }

  /// Runs plans as another process does later, with the folder that one has left.
  package init(again other: ReportedFlow, _ plans: () throws -> Void) throws {
    folder = other.folder
    documentation = LivingDocumentation(folder: folder.url)
    try add(plans)
    try documentation.compose()
  }

  /// Runs more plans in the same process.
  package mutating func add(_ plans: () throws -> Void) throws {
    failures += try PlanTestSupport.failures {
      try LivingDocumentation.$current.withValue(documentation) { try plans() }
    }
  }

  /// The files of plans, decoded, in the order of their tests.
  package var documents: [FlowDocument] {
    get throws {
      try names.map { try JSONDecoder().decode(FlowDocument.self, from: Data(folder.read($0).utf8)) }
        .sorted { ($0.line, $0.title) < ($1.line, $1.title) }
    }
  }

  /// The names of the plans' files.
  package var names: [String] {
    get throws { try folder.names.filter { $0.hasSuffix(".json") } }
  }

  package var markdown: String { get throws { try folder.read("flows.md") } }
  package var page: String { get throws { try folder.read("index.html") } }
}

/// Runs plans in a task that has no test, and leaves them out of the gate's living documentation.
///
/// A plan whose test is unknown waits there for a test of XCTest to end, and tests of this module run some: its file
/// would be named after one of those, or after none, depending on which test runs first.
package func unreported(_ plans: () async throws -> Void) async rethrows {
  try await LivingDocumentation.$current.withValue(nil) { try await plans() }
}

extension FlowDocument {
  /// The sentences of the trunk, branches left out.
  package var sentences: [String] { steps.filter { $0.kind != .fork }.map { "\($0.verb) \($0.text)" } }
}
