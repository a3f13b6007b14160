/// What the user asked for on the command line.
struct CommandArguments: Equatable {
  enum Task: Equatable {
    case read(FeedSource)
    case help
    case version
  }

  struct Misuse: Error, Equatable {
    let text: String
  }

  var task = Task.read(.shipped)
  var dataFolder: String?

  init(_ arguments: [String]) throws(Misuse) {
    var rest = arguments[...]
    var sources: [String] = []
    while let argument = rest.popFirst() {
      switch argument {
      case "--": sources += rest.exhausted()
      case "-h", "--help":
        task = .help
        return
      case "--version":
        task = .version
        return
      case "--data": dataFolder = try Self.folder(rest.popFirst())
      case _ where argument.hasPrefix("--data="): dataFolder = try Self.folder(String(argument.dropFirst(7)))
      case _ where argument.hasPrefix("-") && argument != "-":
        throw Misuse(text: "there is no option '\(argument)'.")
      default: sources.append(argument)
      }
    }
    guard sources.count <= 1 else { throw Misuse(text: "one feed at a time: a file or an address.") }
    guard let source = sources.first else { return }
    do { task = .read(try FeedSource(argument: source)) } catch { throw Misuse(text: "\(error)") }
  }

  private static func folder(_ text: String?) throws(Misuse) -> String {
    guard let text, !text.isEmpty else { throw Misuse(text: "--data needs a folder.") }
    return text
  }

  static let usage = """
    Usage: newsfeed [--data FOLDER] [FILE | URL]

    Reads news in the terminal: RSS or Atom from a file, from http:// or https://, or the feed that ships with it.
    Without a terminal it prints the list of articles, favourites marked with a star.

      --data FOLDER  keep favourites and the last feed in this folder
      --help         show this
      --version      show the version

    Press ? in the reader to see its keys. Exit codes: 0 fine, 1 nothing to show or not saved, 2 wrong usage.

    """

  static let version = "newsfeed 1.0\n"
}

extension ArraySlice {
  /// All that is left, of which nothing is left afterwards.
  fileprivate mutating func exhausted() -> ArraySlice {
    defer { removeAll() }
    return self
  }
}
