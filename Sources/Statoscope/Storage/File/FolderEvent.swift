/// What has happened in a folder that is watched; folders are known by numbers.
enum FolderEvent: Sendable {
  /// A file may have been replaced.
  case changed(Int32, String)
  /// Any of its files may have been.
  case anyChanged(Int32)
  /// It was removed or moved away, and is watched no more.
  case isGone(Int32)
  /// Anything may have happened.
  case lost
}
