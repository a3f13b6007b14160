/// A change in an observed folder; folders are identified by numbers.
enum FolderEvent: Sendable {
  /// A file may have been replaced.
  case changed(Int32, String)
  /// A file or a symbolic link was created; a file is still empty or incomplete at that moment.
  case created(Int32, String)
  /// Any of the folder's files may have been replaced.
  case anyChanged(Int32)
  /// The folder was removed or moved, and is no longer observed.
  case isGone(Int32)
  /// Events were lost, so anything may have happened.
  case lost
}
