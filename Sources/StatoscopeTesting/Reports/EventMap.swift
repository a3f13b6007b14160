import Statoscope

/// The events of the scopes of one type in all flows: their states, the transitions, and the events never
/// sent.
struct EventMap {
  /// The type, as it is named in source.
  let scope: String
  /// The distinguishing properties of each state, as lines of `name: value`.
  let states: [[String]]
  /// The transitions, in the order of the states they leave.
  let transitions: [FlowDocument.Transition]
  /// The events that no flow sent; nil when the type does not list its events.
  let neverSent: [String]?
  /// The events that flows sent, although the type does not list them: its list is outdated.
  let unlisted: [String]
  /// The sent events that changed nothing in any flow.
  let neverChanging: [String]
  /// The changes of scopes of the type, in all scenarios.
  let changes: ChangeCount

  /// Merges the maps that several plans recorded for one type.
  init(scope: String, seen maps: [FlowDocument.Map], changes: ChangeCount) {
    var map = FlowDocument.Map(scope: scope)
    for seen in maps { map.merge(seen) }
    let sent = Set(map.transitions.map(\.event))
    self.scope = scope
    self.changes = changes
    states = EventMap.labels(of: map.states)
    transitions = map.sorted.transitions
    neverSent = map.events?.filter { !sent.contains($0) }
    neverChanging = sent.subtracting(map.changing).sorted()
    unlisted = map.events.map { sent.subtracting($0).sorted() } ?? []
  }

  /// A warning about unlisted events; nil when there are none.
  var warning: String? {
    guard !unlisted.isEmpty else { return nil }
    let names = unlisted.joined(separator: ", ")
    return "\(scope).When does not list all of its events: add \(names) to its eventNames."
  }

  /// The title of the type.
  var title: String { IdentifierText(typeName: scope).title }

  /// Returns the lines that differ between states, the rarest first if there is no room for all; a state
  /// without any is labelled with its number.
  private static func labels(of states: [[String]]) -> [[String]] {
    var common = Set(states.first ?? [])
    for lines in states.dropFirst() { common.formIntersection(lines) }
    let frequency = Dictionary(states.joined().map { ($0, 1) }, uniquingKeysWith: +)
    return states.enumerated().map { number, lines in
      let shown = states.count == 1 ? lines : lines.filter { !common.contains($0) }
      guard shown.count > mostLines else { return shown.isEmpty ? ["state \(number + 1)"] : shown }
      let distinguishing = Set(
        shown.indices.sorted { (frequency[shown[$0]] ?? 0, $0) < (frequency[shown[$1]] ?? 0, $1) }
          .prefix(mostLines - 1)
      )
      return distinguishing.sorted().map { shown[$0] } + ["and \(shown.count - mostLines + 1) more"]
    }
  }

  private static let mostLines = 8

  /// The states as a Mermaid diagram.
  var mermaid: String {
    var lines = ["stateDiagram-v2"]
    for (number, text) in states.enumerated() {
      lines.append("  state \"\(text.map(MermaidText.escaped).joined(separator: "<br/>"))\" as s\(number)")
    }
    for transition in transitions {
      let label = MermaidText.escaped(transition.label)
      lines.append("  s\(transition.from) --> s\(transition.to) : \(label)")
    }
    if let neverSent, !neverSent.isEmpty {
      let names = neverSent.map { MermaidText.escaped(IdentifierText($0).text) }.joined(separator: "<br/>")
      lines.append("  state \"never sent:<br/>\(names)\" as unsent")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension FlowDocument.Transition {
  /// The label of the event.
  var label: String { IdentifierText(event).text + (isRefused ? " (refused)" : "") }
}

/// An event map as a drawing: each state is a box that lists its outgoing events, each with a line to the
/// next state.
///
/// All lines to one state share a lane beside the boxes, so no label is ever covered by a line.
struct EventMapDrawing {
  /// The maximum number of drawn states; a table beside the drawing lists all.
  static let mostStates = 16

  private static let boxWidth = 320
  private static let lineHeight = 19
  private static let laneWidth = 16
  private static let mostCharacters = 42

  private struct Box {
    let top: Int
    let label: [String]
    /// The outgoing events, each with the state that its line leads to, if it has one, and its height.
    var exits: [(label: String, target: Int?, height: Int)] = []

    /// The height at which lines arrive.
    var entry: Int { top + 14 }

    /// The height of the rule between the label and the events.
    var rule: Int { top + 10 + label.count * lineHeight }

    var bottom: Int { exits.isEmpty ? rule : rule + 14 + exits.count * lineHeight }
  }

  /// The drawing as inline SVG.
  let html: HTML

  init(_ map: EventMap) {
    let boxes = EventMapDrawing.boxes(of: map)
    let arrivals = boxes.indices.map { target in
      boxes.flatMap(\.exits).filter { $0.target == target }.map(\.height)
    }
    let lanes = EventMapDrawing.lanes(of: zip(boxes, arrivals).map { box, heights in heights + [box.entry] })
    let height = (boxes.last?.bottom ?? 0) + 8
    let width = EventMapDrawing.boxWidth + ((lanes.max() ?? -1) + 2) * EventMapDrawing.laneWidth + 12
    let lines = boxes.indices.filter { !arrivals[$0].isEmpty }.map { target in
      EventMapDrawing.line(from: arrivals[target], to: boxes[target].entry, lane: lanes[target])
    }
    html = """
      <svg class="map" role="img" viewBox="-4 -4 \(width) \(height)" width="\(width)" height="\(height)">
      <title>\(map.title): states, and the events between them</title>
      \(boxes.map(EventMapDrawing.drawing) + lines)
      </svg>
      """
  }

  private static func boxes(of map: EventMap) -> [Box] {
    var boxes: [Box] = []
    for (number, label) in map.states.prefix(mostStates).enumerated() {
      var box = Box(top: boxes.last.map { $0.bottom + 22 } ?? 0, label: label)
      for transition in map.transitions where transition.from == number {
        let (stays, isDrawn) = (transition.to == number, transition.to < mostStates)
        let note = !isDrawn ? " (not drawn)" : stays && !transition.isRefused ? " (stays)" : ""
        let height = box.rule + 8 + box.exits.count * lineHeight + lineHeight / 2
        box.exits.append((transition.label + note, stays || !isDrawn ? nil : transition.to, height))
      }
      boxes.append(box)
    }
    return boxes
  }

  private static func drawing(of box: Box) -> HTML {
    let height = box.bottom - box.top
    var parts: [HTML] = [
      "<rect class=\"box\" x=\"0\" y=\"\(box.top)\" width=\"\(boxWidth)\" height=\"\(height)\" rx=\"8\"/>"
    ]
    for (index, line) in box.label.enumerated() {
      parts.append(text(line, y: box.top + 20 + index * lineHeight, style: "label"))
    }
    if !box.exits.isEmpty { parts.append("<path class=\"rule\" d=\"M0 \(box.rule + 3)H\(boxWidth)\"/>") }
    return "\(parts + box.exits.map { text($0.label, y: $0.height + 5, style: "exit") })"
  }

  private static func text(_ label: String, y: Int, style: String) -> HTML {
    "<text class=\"\(style)\" x=\"14\" y=\"\(y)\">\(label.shortened(to: mostCharacters))</text>"
  }

  /// Returns the lines that lead to a state, and the arrow there.
  private static func line(from heights: [Int], to entry: Int, lane: Int) -> HTML {
    let x = boxWidth + (lane + 1) * laneWidth
    let lines = heights.map { height -> HTML in
      let bend = height < entry ? 6 : -6
      return """
        <circle cx="\(boxWidth)" cy="\(height)" r="3"/>
        <path d="M\(boxWidth) \(height)H\(x - 6)q6 0 6 \(bend)V\(entry - bend)q0 \(bend) -6 \(bend)H\(boxWidth + 7)"/>
        """
    }
    return """
      <g class="line">
      \(lines)
      <path class="arrow" d="M\(boxWidth + 1) \(entry)l8 -4.5v9z"/>
      </g>
      """
  }

  /// Returns the lane of each state: its lines take the innermost one that is free at their heights, the
  /// shortest first; -1 for a state without lines.
  private static func lanes(of heights: [[Int]]) -> [Int] {
    let spans = heights.map { ($0.min() ?? 0)...($0.max() ?? 0) }
    var lanes = [Int](repeating: -1, count: spans.count)
    let order = spans.indices.filter { heights[$0].count > 1 }
      .sorted { (spans[$0].count, $0) < (spans[$1].count, $1) }
    for state in order {
      let taken = Set(order.filter { lanes[$0] >= 0 && spans[$0].overlaps(spans[state]) }.map { lanes[$0] })
      lanes[state] = (0...taken.count).first { !taken.contains($0) } ?? 0
    }
    return lanes
  }
}

/// Text escaped for Mermaid, which interprets some characters.
package struct MermaidText {
  package static func escaped(_ text: String) -> String {
    // By scalars: a quotation mark with a combining character behind it ends a label nevertheless.
    PrintableText.escaped(text.onOneLine).unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "#", ";", ":", "<", ">", "{", "}", "&", "%": "#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }
}
