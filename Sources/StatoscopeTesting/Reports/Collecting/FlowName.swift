import Foundation
import Statoscope
import Testing

/// The name of a plan, derived from the test that runs it, as far as that is known.
///
/// Swift Testing provides the test; in XCTest it is the method that calls `runTest()`.
package struct FlowName {
  package let title: String
  let group: String
  let module: String
  let file: String
  let line: Int
  let column: Int
  /// An identifier of the function that runs the plan, which does not change when lines above it do.
  let function: String
  /// Indicates whether that function is the test, rather than a helper that several tests may call.
  let isOfTest: Bool

  package init(function: StaticString, location: CallLocation) {
    let test = Test.current.flatMap { $0.isSuite ? nil : $0 }
    let source = test?.sourceLocation
    let name = test?.name ?? "\(function)"
    let fileID = source?.fileID ?? "\(location.fileID)"
    let places = fileID.split(separator: "/").map(String.init)
    isOfTest = test != nil
    line = source?.line ?? Int(location.line)
    column = source?.column ?? Int(location.column)
    module = places.first ?? ""
    file = places.last ?? ""
    group = FlowName.group(ofFile: file)
    title = test?.displayName ?? FlowName.title(of: name)
    self.function = "\(fileID) \(name)"
  }

  /// Formats the name of a function as a title: `testItCounts()` becomes "it counts".
  private static func title(of name: String) -> String {
    let isQuoted = name.hasPrefix("`")
    let end = isQuoted ? name.lastIndex(of: "`") : name.firstIndex(of: "(")
    let identifier = name[..<(end ?? name.endIndex)]
    let isTest = identifier.hasPrefix("test") && identifier.dropFirst(4).first?.isLowercase == false
    let words = IdentifierWords(isTest ? identifier.dropFirst(4).drop { $0 == "_" } : identifier).text
    return words.isEmpty ? name : words
  }

  /// Formats the name of a file as a heading: `ReadingFlowTests.swift` becomes "Reading".
  private static func group(ofFile file: String) -> String {
    var name = file.hasSuffix(".swift") ? file.dropLast(6) : file[...]
    for ending in ["Tests", "Test", "Flow"] where name.hasSuffix(ending) && name.count > ending.count {
      name = name.dropLast(ending.count)
    }
    return IdentifierWords(name).title
  }
}
