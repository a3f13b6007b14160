import Statoscope

/// An event map as a drawing: each state is a box that lists its outgoing events, each with a line to the
/// next state.
///
/// All lines to one state share a lane beside the boxes, so no label is ever covered by a line.
struct EventMapDrawing {
  /// The maximum number of drawn states; a table beside the drawing lists all.
  static let mostStates = 16

  private static let width = 320
  private static let lineHeight = 19
  private static let gap = 22
  private static let laneWidth = 16
  private static let mostCharacters = 42

  /// The drawing as inline SVG.
  let text: String

  init(_ map: EventMap) {
    let boxes = EventMapDrawing.boxes(of: map)
    let lanes = Lanes(boxes)
    let height = (boxes.last.map { $0.top + $0.height } ?? 0) + 8
    let width = EventMapDrawing.width + (lanes.count + 1) * EventMapDrawing.laneWidth + 12
    var lines = [
      """
      <svg class="map" role="img" viewBox="-4 -4 \(width) \(height)" width="\(width)" height="\(height)">
      <title>\(PageText.escaped(map.title)): states, and the events between them</title>
      """
    ]
    lines += boxes.map(EventMapDrawing.drawing)
    for target in boxes.indices {
      lines += EventMapDrawing.lines(to: target, boxes, lane: lanes.ofTarget[target])
    }
    lines.append("</svg>")
    text = lines.joined(separator: "\n")
  }

  /// An outgoing event of a state, with the height of its line.
  struct Exit {
    let label: String
    let target: Int?
    let height: Int
  }

  struct Box {
    let top: Int
    let height: Int
    let label: [String]
    let exits: [Exit]

    /// The height at which lines arrive.
    var entry: Int { top + 14 }
  }

  private static func boxes(of map: EventMap) -> [Box] {
    var boxes: [Box] = []
    var top = 0
    for (number, label) in map.states.prefix(mostStates).enumerated() {
      let leaving = map.transitions.filter { $0.from == number }
      let head = 10 + label.count * lineHeight
      let exits = leaving.enumerated().map { index, transition in
        let stays = transition.to == number
        let note =
          transition.to >= mostStates ? " (not drawn)" : stays && !transition.isRefused ? " (stays)" : ""
        return Exit(
          label: transition.label + note,
          target: stays || transition.to >= mostStates ? nil : transition.to,
          height: top + head + 8 + index * lineHeight + lineHeight / 2
        )
      }
      let height = head + (exits.isEmpty ? 0 : 8 + exits.count * lineHeight + 6)
      boxes.append(Box(top: top, height: height, label: label, exits: exits))
      top += height + gap
    }
    return boxes
  }

  private static func drawing(of box: Box) -> String {
    var lines = [
      "<rect class=\"state\" x=\"0\" y=\"\(box.top)\" width=\"\(width)\" height=\"\(box.height)\" rx=\"8\"/>"
    ]
    for (index, line) in box.label.enumerated() {
      lines.append(text(line, x: 14, y: box.top + 20 + index * lineHeight, style: "label"))
    }
    if let first = box.exits.first {
      let y = first.height - lineHeight / 2 - 5
      lines.append("<path class=\"rule\" d=\"M0 \(y)H\(width)\"/>")
    }
    for exit in box.exits { lines.append(text(exit.label, x: 14, y: exit.height + 5, style: "exit")) }
    return lines.joined(separator: "\n")
  }

  private static func text(_ label: String, x: Int, y: Int, style: String) -> String {
    let shown = label.count > mostCharacters ? label.prefix(mostCharacters - 1) + "…" : label
    return "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(PageText.escaped(shown))</text>"
  }

  /// Returns the lines from all exits that lead to a state, and the arrow there.
  private static func lines(to target: Int, _ boxes: [Box], lane: Int) -> [String] {
    let exits = boxes.flatMap(\.exits).filter { $0.target == target }
    guard !exits.isEmpty else { return [] }
    let entry = boxes[target].entry
    let x = width + (lane + 1) * laneWidth
    var parts = exits.map { exit in
      let bend = exit.height < entry ? 6 : -6
      return """
        <circle cx="\(width)" cy="\(exit.height)" r="3"/>
        <path d="M\(width) \(exit.height)H\(x - 6)q6 0 6 \(bend)V\(entry - bend)q0 \(bend) -6 \(bend)H\(width + 7)"/>
        """
    }
    parts.append("<path class=\"arrow\" d=\"M\(width + 1) \(entry)l8 -4.5v9z\"/>")
    return ["<g class=\"way\">"] + parts + ["</g>"]
  }

  /// The lanes beside the boxes: the lines of each state take the innermost one that is free.
  private struct Lanes {
    let ofTarget: [Int]
    let count: Int

    init(_ boxes: [Box]) {
      var spans: [(target: Int, range: ClosedRange<Int>)] = []
      for target in boxes.indices {
        let heights =
          boxes.flatMap(\.exits).filter { $0.target == target }.map(\.height) + [boxes[target].entry]
        if let low = heights.min(), let high = heights.max() { spans.append((target, low...high)) }
      }
      var taken: [[ClosedRange<Int>]] = []
      var lanes = [Int](repeating: 0, count: boxes.count)
      for span in spans.sorted(by: { ($0.range.count, $0.target) < ($1.range.count, $1.target) })
      where span.range.count > 1 {
        let free = taken.firstIndex { !$0.contains { $0.overlaps(span.range) } } ?? taken.count
        if free == taken.count { taken.append([]) }
        taken[free].append(span.range)
        lanes[span.target] = free
      }
      ofTarget = lanes
      count = taken.count
    }
  }
}
