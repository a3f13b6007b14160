import Statoscope
import StatoscopeTesting

extension GraphPage {
  /// The style sheet of the page, which follows the shared one.
  static let style = """
    html { scroll-padding-top: 1rem; }
    \(PageStyle.header)
    .inner, .columns, footer { max-width: 96rem; margin: 0 auto; padding: 0 1.5rem; }
    .badge {
      display: inline-block; padding: 0 .55em; border-radius: 1em; font-size: .82em; font-weight: 600;
      white-space: nowrap; background: var(--bad-tint); color: var(--bad);
    }
    .bar { background: var(--card); border-bottom: 1px solid var(--line); }
    .bar .inner { padding-bottom: .8rem; }
    [hidden] { display: none !important; }
    fieldset { border: 0; margin: 0; padding: 0; max-height: 8.4rem; overflow: auto; }
    legend { padding: 0; font-size: .82rem; color: var(--quiet); }
    fieldset label { display: inline-block; margin-right: 1.1rem; line-height: 2; overflow-wrap: anywhere; }
    .tools { margin: .4rem 0; font-size: .86rem; }
    .tools button, .states button { cursor: pointer; border: 1px solid var(--line); background: var(--paper); }
    .tools button { min-width: 2.4rem; min-height: 2.2rem; border-radius: 8px; padding: 0 .7rem; }
    #reached { margin-left: .6rem; color: var(--quiet); }
    .columns {
      display: grid; grid-template-columns: minmax(0, 1fr) minmax(17rem, 27rem); gap: 1.6rem 2rem; padding-top: 1.4rem;
    }
    .columns > .graph { grid-column: 1; grid-row: 1; min-width: 0; }
    .columns > .rest { grid-column: 1; grid-row: 2; min-width: 0; }
    .columns > main[id] {
      grid-column: 2; grid-row: 1 / span 2; position: sticky; top: 1rem; align-self: start;
      max-height: calc(100vh - 2rem); overflow: auto; background: var(--card); border: 1px solid var(--line);
      border-radius: 12px; box-shadow: var(--shadow); padding: 1.2rem 1.4rem;
    }
    .columns > main:not([id]) { grid-column: 1 / -1; }
    .drawing {
      overflow: auto; max-height: 70vh; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
    }
    .drawing svg { display: block; }
    .box rect { fill: var(--card); stroke: color-mix(in srgb, var(--quiet) 60%, var(--line)); stroke-width: 1.2; }
    .box { cursor: pointer; outline-offset: 3px; }
    .box text { font: 12px var(--mono); fill: var(--ink); }
    .box .number { font: 600 11px var(--sans); fill: var(--quiet); }
    .box .inside { fill: none; }
    .box.open .outside { stroke-dasharray: 7 4; }
    .box.unreached .outside { stroke-dasharray: 1.5 3.5; }
    .box.unreached text { fill: var(--quiet); }
    .box.path .outside { stroke: var(--accent); stroke-width: 2.6; }
    .box[aria-selected="true"] .outside { stroke: var(--accent); stroke-width: 4; fill: var(--tint); }
    .line path { fill: none; stroke: var(--quiet); stroke-width: 1.1; opacity: .5; }
    .line .arrow { fill: var(--quiet); stroke: none; }
    .line.back path:first-child { stroke-dasharray: 5 4; }
    .line.near path { opacity: 1; stroke: var(--ink); stroke-width: 1.5; }
    .line.near .arrow { fill: var(--ink); }
    .line.path path { opacity: 1; stroke: var(--accent); stroke-width: 3.2; }
    .line.path .arrow { fill: var(--accent); }
    .label {
      font: 11px var(--sans); fill: var(--ink); stroke: var(--card); stroke-width: 4px; paint-order: stroke;
      pointer-events: none;
    }
    .states { list-style: none; margin: 0; padding: 0; }
    .states button {
      display: block; width: 100%; text-align: left; border: 0; border-left: 3px solid transparent; background: none;
      padding: .34rem .7rem; border-radius: 0 8px 8px 0; overflow-wrap: anywhere;
    }
    .states button:hover { background: var(--tint); }
    .states button[aria-current] { background: var(--tint); border-left-color: var(--accent); font-weight: 600; }
    .states small { float: right; margin-left: .8rem; color: var(--quiet); font-size: .8rem; font-weight: 400; }
    .states b { font-weight: 600; }
    .states button ~ * { margin-left: .8rem; }
    .walking .states .about { display: none; }
    .states .about { padding-bottom: .8rem; }
    .exits, .path { padding-left: 1.3rem; overflow-wrap: anywhere; }
    .path:empty::after { content: "The initial state."; color: var(--quiet); margin-left: -1.3rem; }
    pre {
      margin: .3rem 0; padding: .6rem .8rem; overflow: auto; background: var(--tint); border-radius: 8px;
      white-space: pre-wrap; overflow-wrap: anywhere;
    }
    pre.broken { border-left: 4px solid var(--bad); border-radius: 4px 8px 8px 4px; background: var(--bad-tint); }
    .was { color: var(--was); } .is { color: var(--is); font-weight: 600; } .same { color: var(--quiet); }
    summary { cursor: pointer; color: var(--quiet); }
    .quiet { color: var(--quiet); }
    table { border-collapse: collapse; font-size: .9rem; margin: 0 0 1.6rem; }
    th, td { text-align: left; vertical-align: top; padding: .3rem 1.4rem .3rem 0; border-top: 1px solid var(--line); }
    thead th { border: 0; color: var(--quiet); font-weight: 600; }
    tbody th { font-weight: 400; overflow-wrap: anywhere; }
    td { font-variant-numeric: tabular-nums; }
    footer { color: var(--quiet); font-size: .86rem; padding-top: 2rem; padding-bottom: 2rem; }
    @media (max-width: 62rem) {
      .inner, .columns, footer { padding-left: 1rem; padding-right: 1rem; }
      .columns { display: block; }
      .columns > main[id] { position: static; max-height: none; margin: 1.4rem 0; padding: 1rem; }
    }
    @media print {
      :root { color-scheme: light; --paper: #fff; --card: #fff; --shadow: none; }
      .bar, .skip, .tools, .columns > main[id] { display: none !important; }
      .columns { display: block; }
      .drawing { max-height: none; border: 0; }
      .drawing svg { max-width: 100%; height: auto; }
      .walking .states .about { display: block; }
      .states li { break-inside: avoid-page; }
    }
    @media (forced-colors: active) {
      .box rect, .line path { stroke: CanvasText; }
      .box[aria-selected="true"] .outside { stroke: Highlight; }
    }
    """
}
