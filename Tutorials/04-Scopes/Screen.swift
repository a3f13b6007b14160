import Statoscope

/// The screens of the navigation stack.
enum Screen: ScopeEnum {
  case article(Article)
  case memos(MemoList)
  case recording(Recording)
}
