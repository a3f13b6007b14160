import Statoscope

extension TimelinePage {
  /// The style sheet of the page, which follows the shared one.
  static let style = """
    html { scroll-padding-top: 9rem; }
    \(PageStyle.header)
    .inner, .columns, footer { max-width: 78rem; margin: 0 auto; padding: 0 1.5rem; }
    .badge {
      display: inline-block; padding: 0 .55em; border-radius: 1em; background: var(--tint); color: var(--quiet);
      font-size: .82em; font-weight: 600; white-space: nowrap;
    }
    .badge.threw { background: var(--bad-tint); color: var(--bad); }
    p.threw { color: var(--bad); overflow-wrap: anywhere; }
    .bar {
      position: sticky; top: 0; z-index: 3; background: var(--card); border-bottom: 1px solid var(--line);
      box-shadow: var(--shadow);
    }
    .bar .inner { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; padding-bottom: .7rem; }
    .bar[hidden], main[hidden] { display: none; }
    .bar button {
      width: 2.6rem; height: 2.6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper);
      cursor: pointer;
    }
    .bar button:disabled { color: var(--quiet); cursor: default; opacity: .6; }
    #slider { flex: 1 1 12rem; min-width: 8rem; height: 2.6rem; accent-color: var(--accent); }
    #where { min-width: 11rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
    .columns {
      display: grid; grid-template-columns: minmax(17rem, 25rem) minmax(0, 1fr); gap: 2.4rem; padding-top: 1.6rem;
    }
    .columns > nav { grid-column: 1; grid-row: 1; }
    .columns > main {
      grid-column: 2; grid-row: 1; position: sticky; top: 5rem; align-self: start; max-height: calc(100vh - 6rem);
      overflow: auto; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
      box-shadow: var(--shadow); padding: 1.2rem 1.4rem;
    }
    .moments { list-style: none; margin: 0; padding: 0; }
    .moments button {
      display: block; width: 100%; text-align: left; border: 0; border-left: 3px solid transparent; cursor: pointer;
      background: none; padding: .38rem .7rem; border-radius: 0 8px 8px 0; overflow-wrap: anywhere;
    }
    .moments button:hover { background: var(--tint); }
    .moments [aria-current] { background: var(--tint); border-left-color: var(--accent); font-weight: 600; }
    .moments small { display: block; color: var(--quiet); font-size: .8rem; font-weight: 400; }
    .moments b code { font-size: .9em; }
    .depth-1 { margin-left: 1rem; } .depth-2 { margin-left: 2rem; } .depth-3 { margin-left: 3rem; }
    .depth-4 { margin-left: 4rem; } .depth-5 { margin-left: 5rem; } .depth-6 { margin-left: 6rem; }
    .moments button ~ * { margin-left: .8rem; }
    .moments .detail { margin-left: 0; padding: 0 .8rem .6rem; }
    .moments b, .moments i { font: inherit; }
    .moments i { float: right; margin-left: .8rem; color: var(--quiet); font-size: .8rem; font-weight: 400; }
    .walking .moments .detail { display: none; }
    .quiet, .nothing { color: var(--quiet); }
    pre { margin: .3rem 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
    .whole { max-height: 12rem; overflow: auto; }
    #detail pre, .moments pre { background: var(--tint); border-radius: 8px; padding: .6rem .8rem; }
    .was { color: var(--was); } .is { color: var(--is); font-weight: 600; } .same { color: var(--quiet); }
    .effects { list-style: none; margin: .3rem 0; padding: 0; overflow-wrap: anywhere; }
    .tree, .tree ul { list-style: none; margin: 0; padding: 0; }
    .tree ul { padding-left: 1.1rem; border-left: 1px solid var(--line); margin-left: .3rem; }
    .tree li { margin: .5rem 0; }
    .scope { font-weight: 650; overflow-wrap: anywhere; }
    .scope code { font-weight: 400; color: var(--quiet); }
    .tree pre, .tree summary { margin: 0; padding: .05rem .5rem; border-left: 3px solid transparent; }
    .tree .changed { background: var(--good-tint); border-left-color: var(--good); border-radius: 0 6px 6px 0; }
    .tree summary { cursor: pointer; font-family: var(--mono); font-size: .86em; }
    .mark { color: var(--good); font-size: .8rem; font-weight: 600; }
    footer { color: var(--quiet); font-size: .86rem; padding-top: 2rem; padding-bottom: 2rem; }
    @media (max-width: 50rem) {
      .inner, .columns, footer { padding-left: 1rem; padding-right: 1rem; }
      .columns { display: block; padding-top: 1rem; }
      .columns > main { position: static; max-height: none; margin-bottom: 1.6rem; padding: 1rem; }
      #where { flex-basis: 100%; order: 3; }
    }
    @media print {
      .bar, main, .skip { display: none !important; }
      .columns { display: block; }
      .walking .moments .detail { display: block; }
    }
    """
}
