/// A change in a folder that is observed; folders are known by numbers.
enum FolderEvent: Sendable {
  /// A file may have been replaced.
  case changed(Int32, String)
  /// A file or a symbolic link was made; a file is empty at that moment, or half of what it is to be.
  case created(Int32, String)
  /// Any of the folder's files may have been replaced.
  case anyChanged(Int32)
  /// The folder was removed or moved away, and is observed no more.
  case isGone(Int32)
  /// Events were lost, so anything may have happened.
  case lost
}
