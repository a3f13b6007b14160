import Statoscope

/// The page that shows a recording.
struct TimelinePage {
  let text: String

  init(_ recording: ScopeRecording, title: String) {
    text = """
      \(PageHead(title: title, style: TimelinePage.style).text)
      <body>
      <a class="skip" href="#now">Skip to the moment</a>
      <header>
      <div class="inner">
      <h1>\(PageText.escaped(title))</h1>
      <p class="summary">\(TimelinePage.summary(of: recording))</p>
      </div>
      </header>
      <div id="bar" class="bar" role="group" aria-label="Select a moment" hidden>
      <div class="inner">
      <button type="button" id="back" aria-label="Moment before"><span aria-hidden="true">←</span></button>
      <label for="slider" class="seen-by-readers">Moment</label>
      <input type="range" id="slider" min="0" max="\(recording.moments.count)" value="0" step="1">
      <button type="button" id="on" aria-label="Next moment"><span aria-hidden="true">→</span></button>
      <output id="where" for="slider"></output>
      </div>
      </div>
      <div class="columns">
      <main id="now" tabindex="-1" hidden>
      <h2 id="heading">The beginning</h2>
      <div id="detail"></div>
      <h3>Effects in flight</h3>
      <ul id="effects" class="effects"></ul>
      <h3>The tree</h3>
      <p id="hidden" class="quiet" hidden></p>
      <ul id="tree" class="tree"></ul>
      <p class="seen-by-readers" role="status" id="said"></p>
      </main>
      <nav aria-label="Moments">
      <h2>Moments</h2>
      \(TimelinePage.list(of: recording.moments))
      </nav>
      </div>
      <footer><p>Made by Statoscope. The slider and the arrow keys select a moment.</p></footer>
      \(PageData(recording, id: "recording").element)
      <script>
      \(TimelinePage.script)
      </script>
      </body>
      </html>

      """
  }

  private static func summary(of recording: ScopeRecording) -> String {
    let moments = recording.moments
    var text = "\(moments.count) \(moments.count == 1 ? "moment" : "moments")"
    if let last = moments.last { text += ", \(TimeText(last.time).text) from first to last" }
    text += "."
    if recording.discarded > 0 {
      text += " \(recording.discarded) earlier ones were discarded: the capacity is \(recording.capacity)."
    }
    let longest = MomentItem.mostSegments
    let cut = moments.count { $0.path(ofAtMost: longest).isCut }
    if cut > 0 { text += " \(cut) key paths of more than \(longest) segments are shortened." }
    let threw = moments.count { $0.failure != nil }
    if threw > 0 { text += " <span class=\"badge threw\">✗ \(threw) threw an error</span>" }
    return text
  }

  /// Returns the list of the moments.
  ///
  /// Each takes some 200 bytes: data that follow from the position of an element are added by the page's
  /// script and style.
  private static func list(of moments: [ScopeRecording.Moment]) -> String {
    guard !moments.isEmpty else { return "<p class=\"nothing\">Nothing has happened yet.</p>" }
    var depths: [Int: Int] = [:]
    let items = moments.map { moment in
      var depth = 0
      if case .update(let sender) = moment.cause { depth = min((depths[sender] ?? 0) + 1, 6) }
      depths[moment.number] = depth
      // HTML allows omitting its end tag.
      return MomentItem(moment, depth: depth).text + "\n"
    }
    return "<ol id=\"moments\" class=\"moments\">\n\(items.joined())</ol>"
  }
}

/// A duration as text for people.
struct TimeText {
  let text: String

  init(_ time: Duration) {
    // A decoded time may be longer than its components can say.
    let limits = Duration.seconds(Int64.min)...Duration.seconds(Int64.max) + .nanoseconds(999_999_999)
    let (seconds, attoseconds) = min(max(time, limits.lowerBound), limits.upperBound).components
    let rest = attoseconds / 1_000_000_000_000_000
    let digits = String(rest.magnitude + 1_000).dropFirst()
    switch seconds {
    case 0: text = "\(rest) ms"
    case ..<60: text = "\(seconds).\(digits) s"
    default: text = "\(seconds / 60) min \(seconds % 60).\(digits) s"
    }
  }
}
