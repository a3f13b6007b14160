/// What Foundation calls a `CancellationError`: the seed's words on Apple platforms, plainer ones on Linux.
#if canImport(Darwin)
  let wordsOfCancellationError =
    "The operation couldn’t be completed. (Swift.CancellationError error 1.)"
#else
  let wordsOfCancellationError =
    "The operation could not be completed. (Swift.CancellationError error 1.)"
#endif
