/** The look of a report: readable on screen in light and dark, and on paper. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1a1d21; --soft: #5b6470; --line: #d9dde3; --paper: #fff; --accent: #0072b2; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --soft: #a3abb5; --line: #3a4048; --paper: #16181b; --accent: #56b4e9; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2.5rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.55 "Source Sans 3", "Segoe UI", system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 2rem 0 .5rem; }
section.study { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
section.study > h2 { font-size: 1.4rem; margin: 0; }
h1, h2, h3, p { overflow-wrap: anywhere; }
p { max-width: 46rem; }
.soft { color: var(--soft); }
.hero { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem 1.25rem; margin: 1.5rem 0 .5rem; }
.hero .value { font-size: 3.4rem; font-weight: 650; line-height: 1; color: var(--accent); }
.hero.open .value { font-size: 1.8rem; color: var(--soft); }
.hero .interval { font-size: 1.4rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
td.number, th.number { text-align: right; }
td.number { white-space: nowrap; }
table.overview { font-size: .9em; }
table.overview th, table.overview td { padding-right: .6rem; }
td.when { white-space: nowrap; color: var(--soft); }
tr.chosen td { font-weight: 650; }
code { font: 13px/1.5 "JetBrains Mono", ui-monospace, monospace; overflow-wrap: anywhere; }
pre { font: 12px/1.45 "JetBrains Mono", ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; }
details { margin: 1rem 0; }
summary { cursor: pointer; font-weight: 600; }
figure { margin: 1rem 0; }
figure svg { max-width: 100%; height: auto; }
figcaption { margin-top: .4rem; color: var(--soft); max-width: 46rem; }
@media screen { main { overflow-x: auto; } }
ol.references { padding-left: 1.25rem; }
@page { size: A4; margin: 18mm 17mm 20mm; @bottom-center { content: counter(page) " of " counter(pages); font: 8.5pt "Source Sans 3", "Segoe UI", sans-serif; color: #555; } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --accent: #005a8d; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h1, h2, h3 { break-after: avoid; }
  h2 { margin-top: 1.5rem; }
  p, figcaption { max-width: none; orphans: 3; widows: 3; }
  .hero { break-after: avoid; }
  .hero:not(.open) .value { font-size: 2.8rem; }
  th, td { padding-top: .3rem; padding-bottom: .3rem; }
  thead { display: table-header-group; }
  tr, figure, li { break-inside: avoid; }
  section.study { break-before: page; margin: 0; padding: 0; border: 0; }
  section.study h2 { margin-top: 0; }
}
`;

/** What the first page adds. */
export const openingStyle = `
:root { --assay-estimate: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --assay-estimate: #56b4e9; } }
.opening .answer { margin: .25rem 0 0; max-width: none; font-size: 1.9rem; line-height: 1.2; font-weight: 650; text-wrap: balance; }
.opening .hero { margin: .5rem 0; }
.opening .hero .value, .opening .hero.open .value { font-size: 1.4rem; }
.opening h2 { margin: 1.5rem 0 .5rem; }
.opening ul { margin: .25rem 0; padding-left: 1.25rem; }
.opening td { overflow-wrap: anywhere; }
.opening td div { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
table.examples td:first-child { width: 8.5rem; }
@media print {
  :root { --assay-estimate: #0072b2; }
  .opening { break-after: page; font-size: 9pt; }
  .opening .answer { font-size: 19pt; }
  .opening .hero:not(.open) .value { font-size: 13pt; }
  .opening .hero .interval { font-size: 11pt; }
  .opening h2 { margin: .8rem 0 .25rem; }
  .opening figure svg { max-height: 4.6cm; width: auto; }
  .opening td { padding-top: .15rem; padding-bottom: .15rem; }
}
`;

/** What the annex adds: folded on a screen, whole on paper. */
export const annexStyle = `
details.annex { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
details.annex > summary { font-size: 1.15rem; }
h2.annex { font-size: 1.4rem; }
@media print {
  .opening { break-after: auto; }
  .opening figure svg { max-height: 3.7cm; }
  .annex { break-before: page; border: 0; }
  h2.annex { break-before: auto; margin-top: 0; }
  details.annex::details-content { content-visibility: visible; display: block; }
}
`;

/** What keeps the first page one page of paper, and the pages before the annex full; earlier pages are without it. */
export const compactStyle = `
@media print {
  .opening { font-size: 8.6pt; line-height: 1.45; }
  .opening .answer { font-size: 17pt; }
  .opening h2 { margin: .55rem 0 .15rem; }
  .opening p, .opening ul { margin: .2rem 0; }
  .opening figure { margin: .3rem 0; }
  .opening figure svg { max-height: 3.2cm; }
  main > figure svg { max-height: 6cm; width: auto; }
  main > h2 { margin-top: 1rem; }
}
`;

/** What keeps a short table, and a heading with what it heads, on one page of paper; earlier pages are without it. */
export const unsplitStyle = `
@media print {
  main > h2 { break-after: avoid; }
  main > h2 + table { break-inside: avoid; }
}
`;

/**
 * What fills pages of paper: a part that would leave most of a page empty before it begins on that page, no table has one row on a page,
 * and the annex is small; earlier pages are without it.
 */
export const filledStyle = `
@media print {
  body { font-size: 9.4pt; line-height: 1.42; }
  h2 { margin-top: 1.1rem; }
  h3 { margin-top: .9rem; }
  p, ul { margin: .45rem 0; }
  table { font-size: 8.6pt; margin: .35rem 0; }
  th, td { padding-top: .16rem; padding-bottom: .16rem; }
  figure { margin: .5rem 0; }
  figcaption, p.soft { font-size: 8.6pt; }
  tbody tr:nth-child(-n+2) { break-after: avoid; }
  tbody tr:nth-last-child(-n+2) { break-before: avoid; }
  section.study, .annex { break-before: auto; }
  section.study::before, .annex::before { content: ""; display: block; height: 13cm; margin-bottom: -13cm; break-inside: avoid; }
  section.study figure svg { max-height: 6cm; width: auto; }
  section.study .opening figure svg { max-height: 3.4cm; }
  main > h2 + table.pairs { break-inside: auto; }
  table.pairs { font-size: 8.2pt; }
  table.pairs td:first-child { width: 42%; }
  ol.references { break-inside: avoid; }
  figure:has(+ table.ranking) { float: left; width: 60%; margin-top: 0; }
  table.ranking { margin-left: 62%; width: 38%; }
  table.ranking + * { clear: both; }
  .annex { font-size: 7.9pt; line-height: 1.3; }
  .annex table { font-size: 7.6pt; }
  .annex th, .annex td { padding-top: .07rem; padding-bottom: .07rem; }
  .annex code { font-size: 7pt; }
  .together { break-inside: avoid; line-height: 1.3; }
  .together th, .together td { padding-top: 0; padding-bottom: 0; }
}
`;

/** Only of a report of a project that another program changed. */
export const alteredStyle = `
.altered { border: 2px solid #b3261e; border-radius: 4px; padding: .25rem 1rem; margin: 1rem 0; }
.altered p, .altered ul { margin: .5rem 0; }
@media print { .altered { break-inside: avoid; } }
`;

/** Of pages with pictures alone: earlier ones have none, and keep each byte of their style. */
export const pictureStyle = `
.pictures img { width: auto; height: auto; max-width: 100%; max-height: 9rem; margin-right: .5rem; }
`;
