import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// The files of plans hold what the article "Living documentation" says of them, field for field.
@Suite struct FlowSchemaTests {
  private typealias Object = [String: Any]

  @Test func `each table names exactly the fields that are written`() throws {
    let (article, plan) = (try Article(), try written())
    let version = FlowDocument.presentVersion
    #expect(article.fields(behind: "### The schema, version \(version)") == Set(plan.keys))
    #expect(plan["version"] as? Int == version)
    #expect(article.fields(behind: "A step has:") == keys(steps(of: plan)))
  }

  @Test func `the text names all other fields, and each reserved value`() throws {
    let (article, plan) = (try Article(), try written())
    let parts = ["changes", "effects"].flatMap { name in objects(name, of: steps(of: plan)) }
    let fields = keys(parts + objects("events", of: [plan]))
    #expect(fields.count == 12)
    for name in fields.sorted() + FlowDocument.Result.names + FlowDocument.Line.Kind.names {
      #expect(article.text.contains("`\(name)`"), "\(name)")
    }
  }

  /// A plan's file, with every field that there can be.
  private func written() throws -> Object {
    let reported = try ReportedFlow {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .WHEN(\.basket, .add("tea"))
        .WHEN(.loadPrices)
        .FORK(.close) { try $0.WITH(\.basket).WHEN(.add(String(repeating: "tea ", count: 40))).POP() }
        .THEN(\.isOpen, equals: false)
        .runTest()
    }
    let folder = reported.folder
    let plan = try JSONSerialization.jsonObject(
      with: Data(folder.read(try #require(reported.names.first)).utf8)
    )
    return try #require(plan as? Object)
  }

  /// All steps, those of branches too.
  private func steps(of object: Object) -> [Object] {
    objects("steps", of: [object]).flatMap { [$0] + steps(of: $0) }
  }

  private func objects(_ name: String, of owners: [Object]) -> [Object] {
    owners.flatMap { $0[name] as? [Object] ?? [] }
  }

  private func keys(_ objects: [Object]) -> Set<String> { Set(objects.flatMap(\.keys)) }

  private struct Article {
    let text: String

    init() throws {
      let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
      let place = "Sources/StatoscopeTesting/StatoscopeTesting.docc/LivingDocumentation.md"
      text = try String(contentsOf: package.appending(path: place), encoding: .utf8)
    }

    /// The names in the first column of the first table behind a line.
    func fields(behind line: String) -> Set<String> {
      let lines = text.components(separatedBy: "\n").drop { $0 != line }.drop { !$0.hasPrefix("|") }
      let rows = lines.prefix { $0.hasPrefix("|") }.map { $0.split(separator: "|")[0] }
      return Set(rows.flatMap { $0.matches(of: #/`(\w+)`/#).map { String($0.output.1) } })
    }
  }
}

extension FlowDocument.Result {
  fileprivate static let names = [passed, failed, notRun].map(\.rawValue)
}

extension FlowDocument.Line.Kind {
  fileprivate static let names = [given, event, check, setting, fork, end].map(\.rawValue)
}
