import Statoscope

/// The sheet or alert above the screens, at most one at a time.
enum Sheet: ScopeEnum {
  case letter(Letter)
  case alert(deleting: Memo)
}
