/// The parsed command line.
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
  /// The file for the session's timeline.
  var recordFile: String?

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
      case "--data": dataFolder = try Self.value(rest.popFirst(), "--data needs a folder.")
      case _ where argument.hasPrefix("--data="):
        dataFolder = try Self.value(String(argument.dropFirst(7)), "--data needs a folder.")
      case "--record": recordFile = try Self.value(rest.popFirst(), "--record needs a file.")
      case _ where argument.hasPrefix("--record="):
        recordFile = try Self.value(String(argument.dropFirst(9)), "--record needs a file.")
      case _ where argument.hasPrefix("-") && argument != "-":
        throw Misuse(text: "there is no option '\(argument)'.")
      default: sources.append(argument)
      }
    }
    guard sources.count <= 1 else { throw Misuse(text: "one feed at a time: a file or an address.") }
    guard let source = sources.first else { return }
    do { task = .read(try FeedSource(argument: source)) } catch { throw Misuse(text: "\(error)") }
  }

  private static func value(_ text: String?, _ complaint: String) throws(Misuse) -> String {
    guard let text, !text.isEmpty else { throw Misuse(text: complaint) }
    return text
  }

  static let usage = """
    Usage: newsfeed [--data FOLDER] [--record FILE.html] [FILE | URL]

    Reads news in the terminal: RSS or Atom from a file, from http:// or https://, or the feed that ships with it.
    Without a terminal, or on a dumb one, it prints the list of articles, favourites marked with a star.

      --data FOLDER  keep favourites and the last feed in this folder
      --record FILE  write what happened, moment by moment, as a page to look at
      --help         show this
      --version      show the version

    Press ? in the reader to see its keys. Exit codes: 0 fine, 1 nothing to show or not saved, 2 wrong usage,
    143 and 129 ended by SIGTERM and SIGHUP.

    """

  static let version = "newsfeed 1.0\n"
}

extension ArraySlice {
  /// The remaining arguments, which are consumed.
  fileprivate mutating func exhausted() -> ArraySlice {
    defer { removeAll() }
    return self
  }
}
