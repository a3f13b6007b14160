import Testing

/// What users of neighbouring libraries have reported in public, as a user of this one would meet it.
///
/// Each test names its report, a repository and the number of an issue or a pull request. Those of SwiftUI's bindings are in
/// the package `SwiftUITests`.
@Suite struct NeighbourReports {}
