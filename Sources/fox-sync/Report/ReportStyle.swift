// How the page looks: light and dark, from a phone to a wide screen, and on paper.

/// The style sheet of the page.
enum ReportStyle {
    /// Plain CSS.
    static let css: Markup = """
        :root { --back: #f7f5f1; --card: #fff; --text: #22201c; --soft: #6b655c; --line: #e2ddd3;
          --accent: #b4490f; --good: #1d7044; --goodback: #e2f3e8; --warn: #8a5a00;
          --warnback: #fdf0d2; --bad: #ad2118; --badback: #fde5e2; --wave: #c8662b; }
        @media (prefers-color-scheme: dark) { :root { --back: #191815; --card: #23211d;
          --text: #ece8e0; --soft: #a49d91; --line: #3a362f; --accent: #f0935a; --good: #7fd6a2;
          --goodback: #1b3527; --warn: #eec06a; --warnback: #3b2f14; --bad: #ff9d92;
          --badback: #44201c; --wave: #e08a4e; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--text);
          font: 15px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
        .top, main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
        .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem;
          padding-top: 1.5rem; }
        h1 { font-size: 1.7rem; margin: 0; color: var(--accent); letter-spacing: -.01em; }
        .top p { margin: 0; color: var(--soft); flex: 1 1 16rem; }
        h2 { font-size: 1.15rem; margin: 1.8rem 0 .7rem; }
        h3 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
        h4 { font-size: .8rem; margin: 1.1rem 0 .35rem; color: var(--soft);
          text-transform: uppercase; letter-spacing: .05em; }
        button, input, select { font: inherit; color: inherit; background: var(--card);
          border: 1px solid var(--line); border-radius: .5rem; padding: .4rem .7rem; }
        button { cursor: pointer; }
        button:hover, .card:hover { border-color: var(--accent); }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
        .cards { display: grid; gap: .8rem;
          grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
          padding: .9rem 1rem; cursor: pointer; }
        .card.chosen { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
        .card header { display: flex; justify-content: space-between; align-items: start; gap: .5rem; }
        .serial { margin: 0; color: var(--soft); font-size: .82rem; overflow-wrap: anywhere; }
        dl { margin: .6rem 0 0; }
        dl div { display: flex; gap: .75rem; padding: .1rem 0; }
        dt { color: var(--soft); flex: 0 0 5.6rem; }
        .waits { margin: .6rem 0 0; color: var(--warn); font-size: .9rem; overflow-wrap: anywhere; }
        dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
        .chip { border-radius: 1rem; padding: .05rem .6rem; font-size: .82rem; font-weight: 600;
          white-space: nowrap; }
        .good { color: var(--good); background: var(--goodback); }
        .warn { color: var(--warn); background: var(--warnback); }
        .bad { color: var(--bad); background: var(--badback); }
        .soft { color: var(--soft); background: var(--line); }
        .soft-words { margin: -.4rem 0 .7rem; color: var(--soft); }
        .ways { list-style: none; margin: .4rem 0 0; padding: 0; }
        .filters { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end;
          margin-bottom: .8rem; }
        .filters label { display: grid; gap: .15rem; color: var(--soft); font-size: .82rem; }
        .filters label:first-child { flex: 1 1 14rem; }
        .filters input, .filters select { color: var(--text); font-size: .95rem; min-width: 0;
          max-width: 100%; height: 2.4rem; }
        #count { color: var(--soft); padding-bottom: .45rem; }
        .run { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
          margin-bottom: .4rem; }
        .run[open] { border-color: var(--accent); }
        summary { display: grid; gap: .1rem .9rem; align-items: center; cursor: pointer;
          padding: .5rem .9rem; list-style: none;
          grid-template-columns: 9rem minmax(7rem, 1.4fr) minmax(5rem, 1fr) 9rem 8.5rem 3.6rem
            minmax(6rem, 1.2fr); }
        summary::-webkit-details-marker { display: none; }
        summary > * { min-width: 0; overflow-wrap: anywhere; }
        summary .chip { justify-self: start; }
        time, .what, .much, .long, .how { color: var(--soft); font-variant-numeric: tabular-nums; }
        .long { text-align: right; }
        .how { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .run[open] .how { white-space: normal; }
        .story { padding: 0 .9rem .9rem; border-top: 1px solid var(--line); }
        .message { margin: .7rem 0 .4rem; font-size: 1.02rem; overflow-wrap: anywhere; }
        .next { background: var(--warnback); border-radius: .5rem; padding: .5rem .8rem; }
        .next h4 { margin-top: 0; color: var(--warn); }
        ul { margin: 0; padding-left: 1.1rem; }
        .next ul, .files { list-style: none; padding: 0; }
        .notes { color: var(--warn); overflow-wrap: anywhere; }
        code { font: .86em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: .92rem; }
        th, td { text-align: left; padding: .25rem .9rem .25rem 0; vertical-align: top;
          border-bottom: 1px solid var(--line); font-weight: 400; }
        thead th { color: var(--soft); font-size: .82rem; }
        tbody th { font-weight: 600; white-space: nowrap; }
        del { color: var(--bad); text-decoration: none; }
        ins { color: var(--good); text-decoration: none; font-weight: 600; }
        .files li { padding: .45rem 0; border-bottom: 1px solid var(--line); }
        .files small { display: block; color: var(--soft); }
        .wave { margin: .4rem 0; }
        .wave svg { display: block; width: 100%; height: 3.5rem; background: var(--back);
          border-radius: .4rem; }
        .wave figcaption { color: var(--soft); font-size: .82rem; }
        path { fill: var(--wave); }
        .defs { position: absolute; }
        .empty { color: var(--soft); }
        .sheet { display: none; }
        @media (max-width: 68rem) {
          summary { grid-template-columns: 9rem minmax(7rem, 1.4fr) minmax(5rem, 1fr) 9rem 8.5rem 3.6rem; }
          .how { grid-column: 1 / -1; white-space: normal; }
        }
        @media (max-width: 48rem) {
          .top, main { padding-left: .8rem; padding-right: .8rem; }
          .top { padding-top: 1rem; }
          summary { grid-template: "who chip" "time what" "much long" "how how" / 1fr auto; }
          time { grid-area: time; }
          .who { grid-area: who; }
          .what { grid-area: what; text-align: right; }
          summary .chip { grid-area: chip; justify-self: end; }
          .much { grid-area: much; }
          .long { grid-area: long; }
          .how { grid-area: how; }
          .facts div { display: block; }
          .facts dt { font-size: .82rem; }
          .filters label { flex: 1 1 40%; }
          .filters label:first-child { flex-basis: 100%; }
        }
        @media print {
          @page { size: landscape; margin: 12mm; }
          body { background: none; color: #000; font-size: 11pt; }
          .screen, button, script { display: none; }
          .sheet { display: block; }
          .top { padding: 0; max-width: none; }
          h1, .top p { color: #000; }
          main { padding: 0; max-width: none; }
          th, td { border-bottom: .5pt solid #666; padding: 2mm 4mm 2mm 0; }
          thead { display: table-header-group; }
          thead th { color: #000; font-weight: 700; }
          tr { break-inside: avoid; }
        }
        """
}
