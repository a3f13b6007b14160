import Statoscope

/// What the user can open: each screen lies on the one before it.
enum Screen: ScopeEnum {
  case article(Article)
  case memos(MemoList)
  case recording(Recording)
}
