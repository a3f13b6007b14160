import Testing

extension Trait where Self == Tag.List {
  /// Marks a test of something that went wrong in the first Statoscope, by its number in the list of lessons.
  public static func lesson(_ number: Int) -> Self {
    precondition(Tag.lessons.indices.contains(number - 1), "there is no lesson \(number)")
    return .tags(Tag.lessons[number - 1])
  }

  /// Marks a test of something that users of another library rely on, or miss there.
  public static func from(_ neighbour: Tag) -> Self { .tags(neighbour) }
}

extension Tag {
  /// AppState, state and dependencies of a whole app.
  @Tag public static var appState: Self
  /// CacheStore, a store of values under keys.
  @Tag public static var cacheStore: Self
  /// The Composable Architecture.
  @Tag public static var composableArchitecture: Self
  /// The dependencies of Point-Free.
  @Tag public static var swiftDependencies: Self
  /// Turnstate, a store in the manner of Redux.
  @Tag public static var turnstate: Self
  /// UserDefaultsSnapshot, snapshots of a schema.
  @Tag public static var userDefaultsSnapshot: Self

  fileprivate static var lessons: [Tag] {
    [
      .lesson1, .lesson2, .lesson3, .lesson4, .lesson5, .lesson6, .lesson7, .lesson8, .lesson9, .lesson10,
      .lesson11, .lesson12, .lesson13, .lesson14, .lesson15, .lesson16, .lesson17, .lesson18,
    ]
  }

  @Tag fileprivate static var lesson1: Self
  @Tag fileprivate static var lesson2: Self
  @Tag fileprivate static var lesson3: Self
  @Tag fileprivate static var lesson4: Self
  @Tag fileprivate static var lesson5: Self
  @Tag fileprivate static var lesson6: Self
  @Tag fileprivate static var lesson7: Self
  @Tag fileprivate static var lesson8: Self
  @Tag fileprivate static var lesson9: Self
  @Tag fileprivate static var lesson10: Self
  @Tag fileprivate static var lesson11: Self
  @Tag fileprivate static var lesson12: Self
  @Tag fileprivate static var lesson13: Self
  @Tag fileprivate static var lesson14: Self
  @Tag fileprivate static var lesson15: Self
  @Tag fileprivate static var lesson16: Self
  @Tag fileprivate static var lesson17: Self
  @Tag fileprivate static var lesson18: Self
}
