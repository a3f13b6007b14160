import Foundation
import NewsReader

// `newsfeed | head -1` is an error to be dealt with, not the end.
signal(SIGPIPE, SIG_IGN)
exit(await NewsReaderCommand().run(Array(CommandLine.arguments.dropFirst())))
