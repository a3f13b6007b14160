extension FlowPage {
  /// The style sheet of the page, which follows the shared one.
  static let style = """
    header { background: var(--card); border-bottom: 1px solid var(--line); }
    .inner, .columns, footer { max-width: 78rem; margin: 0 auto; padding: 0 1.5rem; }
    .inner { padding-top: 2.2rem; padding-bottom: 1.2rem; }
    h1 { font-size: 1.9rem; margin: 0 0 .4rem; letter-spacing: -.015em; }
    .summary { margin: 0 0 1.2rem; color: var(--quiet); }
    .badge {
      display: inline-block; padding: 0 .55em; border-radius: 1em; background: var(--tint); color: var(--quiet);
      font-size: .85em; font-weight: 600; white-space: nowrap;
    }
    .badge.kept { background: var(--good-tint); color: var(--good); }
    .badge.broken { background: var(--bad-tint); color: var(--bad); }
    .badge.none { background: var(--tint); color: var(--quiet); }
    #filters { display: flex; flex-wrap: wrap; gap: .8rem 1.6rem; align-items: end; }
    #filters p, #filters fieldset { margin: 0; border: 0; padding: 0; }
    #filters p > label, legend { display: block; padding: 0; font-size: .82rem; color: var(--quiet); }
    #filters fieldset label { margin-right: .9rem; line-height: 2.3; white-space: nowrap; }
    #filters p:first-child { flex: 1 1 16rem; }
    input[type="search"], select, .tools button {
      width: 100%; min-height: 2.4rem; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 8px;
      background: var(--paper);
    }
    input[type="search"], select { border-color: color-mix(in srgb, var(--quiet) 55%, var(--line)); }
    .tools button, .opener { cursor: pointer; }
    .columns { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 2.5rem; padding-top: 1.6rem; }
    nav { font-size: .92rem; position: sticky; top: 1rem; align-self: start; max-height: 96vh; overflow: auto; }
    nav h2 { font-size: .82rem; color: var(--quiet); font-weight: 600; margin: .6rem 0 .3rem; }
    nav ul { list-style: none; margin: 0 0 1.2rem; padding: 0; }
    nav li { padding: .18rem 0; }
    nav a { text-decoration: none; }
    nav a:hover { text-decoration: underline; }
    .quiet, .about { color: var(--quiet); }
    main { outline: none; min-width: 0; }
    main h2 { font-size: 1.25rem; margin: 0 0 .8rem; }
    section { margin-bottom: 2.6rem; }
    article {
      background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 0 0 .8rem;
      padding: .85rem 1.1rem .8rem; box-shadow: var(--shadow);
    }
    article.broken { border-color: color-mix(in srgb, var(--bad) 55%, var(--line)); }
    article:target { outline: 2px solid var(--accent); outline-offset: 1px; }
    article h3 { display: flex; gap: .6rem; margin: 0; font-size: 1.04rem; }
    .opener {
      flex: 1; display: flex; gap: .65rem; align-items: baseline; padding: 0; border: 0; background: none;
      text-align: left; font-weight: inherit; line-height: inherit;
    }
    .opener .title::first-letter { text-transform: uppercase; }
    .opener:hover .title, .opener:hover .words { text-decoration: underline; text-decoration-thickness: 1px; }
    .opener::after {
      content: ""; flex: none; width: .42em; height: .42em; margin-left: auto; align-self: center;
      border: solid var(--quiet); border-width: 0 2px 2px 0; transform: rotate(45deg) translate(-2px, -2px);
    }
    .opener[aria-expanded="true"]::after { transform: rotate(225deg) translate(-2px, -2px); }
    .mark { font-weight: 700; color: var(--good); width: 1em; flex: none; }
    .broken .mark { color: var(--bad); }
    .anchor { text-decoration: none; color: var(--quiet); font-weight: 400; padding: 0 .3rem; }
    .about { margin: .1rem 0 0 1.65rem; font-size: .86rem; }
    .about strong { color: var(--bad); }
    .events .about { margin-left: 0; }
    .body { margin: .9rem 0 .3rem 1.65rem; }
    .events .body { margin-left: 0; }
    .closed { display: none; }
    .steps { list-style: none; margin: 0; padding: 0; position: relative; }
    .steps > li { position: relative; padding: .22rem 0 .22rem 1.5rem; }
    .steps > li::before {
      content: ""; position: absolute; left: 5px; top: 0; bottom: 0; border-left: 2px solid var(--line);
    }
    .steps > li:first-child::before { top: .85rem; }
    .steps > li:last-child::before { bottom: auto; height: .85rem; }
    .steps > li:first-child:last-child::before { display: none; }
    .steps > .step::after {
      content: ""; position: absolute; left: 1px; top: .72rem; width: 10px; height: 10px; border-radius: 50%;
      background: var(--card); border: 2px solid color-mix(in srgb, var(--quiet) 60%, var(--line));
    }
    .steps > .event::after, .steps > .given::after { background: var(--accent); border-color: var(--accent); }
    .steps > .step.broken::after { background: var(--bad); border-color: var(--bad); border-radius: 2px; }
    .steps > .notRun::after { border-style: dotted; background: var(--card); }
    .notRun .sentence { color: var(--quiet); }
    .sentence { margin: 0; display: flex; gap: .6rem; align-items: baseline; }
    .sentence .opener { flex: 0 1 auto; gap: .6rem; }
    .sentence .opener::after { margin-left: .2rem; }
    .verb { flex: none; width: 4.6rem; color: var(--quiet); font-size: .86rem; }
    .event .verb, .given .verb, .fork .opener .verb { color: var(--accent); font-weight: 650; }
    .words { overflow-wrap: anywhere; min-width: 0; }
    .place { color: var(--quiet); font-size: .88em; }
    .fork > .branch {
      position: relative; margin: .25rem 0 .35rem; padding: .5rem .9rem .45rem; background: var(--tint);
      border-radius: 10px;
    }
    .fork > .branch::before {
      content: ""; position: absolute; left: calc(-1.5rem + 5px); top: -.3rem; width: calc(1.5rem - 5px);
      height: 1.45rem; border: 2px solid var(--line); border-width: 0 0 2px 2px; border-bottom-left-radius: 10px;
    }
    .fork .steps { margin-top: .4rem; }
    .fork .steps > .step::after { background: var(--tint); }
    .fork .steps > .event::after { background: var(--accent); }
    .fork .steps > .step.broken::after { background: var(--bad); }
    .changes, .effects, .state { margin: .15rem 0 .2rem 5.2rem; padding: 0; font-size: .86rem; color: var(--quiet); }
    .changes { list-style: none; }
    .changes li, .effects li { overflow-wrap: anywhere; }
    .where { margin-right: .4em; }
    del, ins { text-decoration: none; font-family: var(--mono); font-size: .94em; }
    del { color: var(--was); }
    li > del { text-decoration: line-through; text-decoration-color: color-mix(in srgb, var(--was) 50%, transparent); }
    ins { color: var(--is); }
    pre {
      margin: .3rem 0; padding: .6rem .8rem; overflow: auto; max-height: 26rem; background: var(--tint);
      border-radius: 8px; line-height: 1.45; color: var(--ink);
    }
    pre del, pre ins { font-size: 1em; }
    .effects { display: flex; gap: .6rem; }
    .effects .label { flex: none; font-style: italic; }
    .effects ul { margin: 0; padding: 0; list-style: none; }
    .failure {
      margin: .4rem 0 .5rem 5.2rem; padding: .6rem .9rem; border-left: 4px solid var(--bad); border-radius: 4px 8px 8px 4px;
      background: var(--bad-tint);
    }
    .failure strong { color: var(--bad); }
    .failure pre { background: none; padding: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    .failure .source { margin: 0; font-size: .84rem; color: var(--quiet); overflow-wrap: anywhere; }
    summary { cursor: pointer; color: var(--quiet); }
    .never { padding: .2rem 1rem .6rem; background: var(--tint); border-radius: 8px; margin-bottom: 1rem; }
    .never h4 { margin: .6rem 0 .2rem; font-size: .92rem; }
    .never ul { margin: 0; padding-left: 1.1rem; columns: 16rem; font-size: .92rem; }
    .drawing, .scroll { overflow: auto; max-width: 100%; margin-bottom: .8rem; }
    .map { font: 13px var(--sans); display: block; }
    .map .state { fill: var(--card); stroke: color-mix(in srgb, var(--quiet) 45%, var(--line)); }
    .map .rule { stroke: var(--line); fill: none; }
    .map text { fill: var(--ink); }
    .map .exit { fill: var(--quiet); }
    .map .way path { fill: none; stroke: var(--accent); stroke-width: 1.5; opacity: .75; }
    .map .way:hover path { stroke-width: 3; opacity: 1; }
    .map .way circle, .map .way .arrow { fill: var(--accent); stroke: none; }
    table { border-collapse: collapse; font-size: .86rem; margin-top: .4rem; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-top: 1px solid var(--line); }
    thead th { border: 0; color: var(--quiet); font-weight: 600; }
    tbody th { font-weight: 600; }
    .nothing { padding: 2rem; text-align: center; color: var(--quiet); }
    footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--quiet); font-size: .86rem; }
    kbd { font-family: var(--mono); padding: 0 .35em; border: 1px solid var(--line); border-radius: 4px; }
    [hidden] { display: none !important; }
    @media (max-width: 52rem) {
      .columns { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
      nav { position: static; max-height: none; }
      nav ul { display: flex; flex-wrap: wrap; gap: 0 1.1rem; margin-bottom: .4rem; }
      nav h2 { margin-top: .2rem; }
    }
    @media (max-width: 34rem) {
      .inner, .columns, footer { padding-left: .9rem; padding-right: .9rem; }
      h1 { font-size: 1.5rem; }
      article { padding-left: .8rem; padding-right: .8rem; }
      .body, .about { margin-left: 0; }
      .sentence, .sentence .opener { flex-wrap: wrap; gap: 0 .5rem; }
      .verb { width: auto; }
      .words { flex: 1 1 100%; }
      .changes, .effects, .failure, .state { margin-left: 0; }
      .fork > .branch { padding-left: .7rem; padding-right: .6rem; }
      .steps > li { padding-left: 1.2rem; }
      .fork > .branch::before { left: calc(-1.2rem + 5px); width: calc(1.2rem - 5px); }
    }
    @media print {
      :root { color-scheme: light; --paper: #fff; --card: #fff; --shadow: none; }
      #filters, nav, .anchor, footer, .skip, .opener::after { display: none; }
      .columns { display: block; padding: 0; }
      .closed { display: block; }
      article, .step { break-inside: avoid-page; }
      article.scenario { break-inside: auto; }
      pre { max-height: none; white-space: pre-wrap; }
      details::details-content { content-visibility: visible; block-size: auto; }
      h2, h3 { break-after: avoid; }
    }
    @media (forced-colors: active) {
      .steps > .event::after { background: CanvasText; }
    }
    """
}
