/// The style sheets of the pages that the library writes: colors for light and dark mode, fonts, focus marks.
package enum PageStyle {
  /// The rules that all pages share; each page appends its own.
  package static let sheet = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf8; --card: #ffffff; --ink: #23262b; --quiet: #5d636d; --line: #e3e0da; --tint: #f3f1ec;
      --accent: #2f5bb0; --good: #1d6b45; --good-tint: #e6f3ec; --bad: #a5281f; --bad-tint: #fbeae8;
      --was: #a5281f; --is: #1d6b45; --shadow: 0 1px 2px rgb(40 36 28 / 6%), 0 4px 16px rgb(40 36 28 / 4%);
      --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #16181c; --card: #1d2025; --ink: #e4e5e7; --quiet: #9da3ad; --line: #32363d; --tint: #24282e;
        --accent: #8fb2f5; --good: #7fcfa4; --good-tint: #1b3227; --bad: #f29a92; --bad-tint: #3d2321;
        --was: #f29a92; --is: #7fcfa4; --shadow: none;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; scroll-padding-top: 5rem; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
    h1, h2, h3, h4 { line-height: 1.25; font-weight: 650; text-wrap: balance; }
    a { color: var(--accent); text-underline-offset: .15em; }
    code, pre { font-family: var(--mono); font-size: .86em; }
    button, input, select { font: inherit; color: inherit; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    .seen-by-readers {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    }
    .skip { position: absolute; left: -999px; top: 0; padding: .6rem 1rem; background: var(--card); z-index: 9; }
    .skip:focus { left: 0; }
    """

  /// The header and the headings of the pages that show a single run: a recording or an exploration.
  package static let header = """
    header { background: var(--card); }
    header .inner { padding-top: 2rem; padding-bottom: .9rem; }
    h1 { font-size: 1.8rem; margin: 0 0 .3rem; letter-spacing: -.015em; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin: 0 0 .6rem; overflow-wrap: anywhere; }
    h3 { font-size: .86rem; color: var(--quiet); font-weight: 600; margin: 1.4rem 0 .4rem; }
    .summary { margin: 0; color: var(--quiet); }
    """
}
