import Statoscope

/// What lies over the screens, one at a time.
enum Sheet: ScopeEnum {
  case letter(Letter)
  case alert(deleting: Memo)
}
