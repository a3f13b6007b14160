/// The failures of a snapshot, with their texts.
package enum SnapshotFailure: CustomStringConvertible {
  case missing(file: String)
  case differs(file: String, diff: [String])
  case nameIsNoFileName
  case noView
  case cannotRead(file: String, error: String)
  case cannotRecord(file: String, error: String)

  package var description: String {
    switch self {
    case .missing(let file):
      """
      there is no snapshot yet: \(file) is not beside the test.
      Run the test once with \(SnapshotFailure.variable)=1 in its environment, read what was recorded, and commit it.
      """
    case .differs(let file, let diff):
      """
      the state differs from \(file) (- recorded, + found):
      \(FlowFailure.indented(diff))
      If what was found is right, record it with \(SnapshotFailure.variable)=1; else fix the update that led here.
      """
    case .nameIsNoFileName:
      "the name cannot be that of a file. Use letters, digits, spaces, dots, - and _, and begin with one of the first."
    case .noView:
      "no view is configured. Add .configureViewSnapshot(self) { sut in MyView(sut) } to the plan."
    case .cannotRead(let file, let error):
      "\(file) cannot be read: \(error)\nFix the file, or remove it and record it with \(SnapshotFailure.variable)=1."
    case .cannotRecord(let file, let error):
      "\(file) cannot be written: \(error)\nMake the folder of the test writable while it records."
    }
  }

  /// The environment variable that enables recording.
  static let variable = "STATOSCOPE_RECORD_SNAPSHOTS"
}
