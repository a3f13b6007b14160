import Foundation
import NewsReader

// `newsfeed | head -1` is an error to be handled, not the end of the process.
signal(SIGPIPE, SIG_IGN)
ProcessEnd.leave(code: await NewsReaderCommand().run(Array(CommandLine.arguments.dropFirst())))
