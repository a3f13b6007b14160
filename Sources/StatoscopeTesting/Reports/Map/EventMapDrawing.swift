import Statoscope

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
  let text: String

  init(_ map: EventMap) {
    let boxes = EventMapDrawing.boxes(of: map)
    let arrivals = boxes.indices.map { target in
      boxes.flatMap(\.exits).filter { $0.target == target }.map(\.height)
    }
    let lanes = EventMapDrawing.lanes(of: zip(boxes, arrivals).map { box, heights in heights + [box.entry] })
    let height = (boxes.last?.bottom ?? 0) + 8
    let width = EventMapDrawing.boxWidth + ((lanes.max() ?? -1) + 2) * EventMapDrawing.laneWidth + 12
    let ways = boxes.indices.filter { !arrivals[$0].isEmpty }.map { target in
      EventMapDrawing.way(from: arrivals[target], to: boxes[target].entry, lane: lanes[target])
    }
    text = """
      <svg class="map" role="img" viewBox="-4 -4 \(width) \(height)" width="\(width)" height="\(height)">
      <title>\(PageText.escaped(map.title)): states, and the events between them</title>
      \((boxes.map(EventMapDrawing.drawing) + ways).joined(separator: "\n"))
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

  private static func drawing(of box: Box) -> String {
    let height = box.bottom - box.top
    var lines = [
      "<rect class=\"state\" x=\"0\" y=\"\(box.top)\" width=\"\(boxWidth)\" height=\"\(height)\" rx=\"8\"/>"
    ]
    for (index, line) in box.label.enumerated() {
      lines.append(text(line, y: box.top + 20 + index * lineHeight, style: "label"))
    }
    if !box.exits.isEmpty { lines.append("<path class=\"rule\" d=\"M0 \(box.rule + 3)H\(boxWidth)\"/>") }
    return (lines + box.exits.map { text($0.label, y: $0.height + 5, style: "exit") }).joined(separator: "\n")
  }

  private static func text(_ label: String, y: Int, style: String) -> String {
    let shown = PageText.escaped(label.shortened(to: mostCharacters))
    return "<text class=\"\(style)\" x=\"14\" y=\"\(y)\">\(shown)</text>"
  }

  /// Returns the lines that lead to a state, and the arrow there.
  private static func way(from heights: [Int], to entry: Int, lane: Int) -> String {
    let x = boxWidth + (lane + 1) * laneWidth
    let lines = heights.map { height in
      let bend = height < entry ? 6 : -6
      return """
        <circle cx="\(boxWidth)" cy="\(height)" r="3"/>
        <path d="M\(boxWidth) \(height)H\(x - 6)q6 0 6 \(bend)V\(entry - bend)q0 \(bend) -6 \(bend)H\(boxWidth + 7)"/>
        """
    }
    return """
      <g class="way">
      \(lines.joined(separator: "\n"))
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
