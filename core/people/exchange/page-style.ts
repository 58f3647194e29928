/** The look of a handed-out page, in light and dark. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1a1d21; --soft: #5b6470; --line: #c9ced6; --paper: #fff; --raised: #f4f6f8; --accent: #005a8d; --on-accent: #fff; --bad: #a83200; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --soft: #a3abb5; --line: #4a515a; --paper: #16181b; --raised: #20242a; --accent: #56b4e9; --on-accent: #10161c; --bad: #ff9a70; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 49rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 "Source Sans 3", "Segoe UI", system-ui, sans-serif; }
body.wide { max-width: 64rem; }
h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1.1rem; margin: 1.25rem 0 .5rem; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 1rem; }
header p { margin: 0; } #who { color: var(--soft); margin-right: auto; }
footer, .soft { color: var(--soft); font-size: .9rem; }
.problem { color: var(--bad); margin: .35rem 0; } .problem:empty { display: none; }
input[aria-invalid="true"] { border-color: var(--bad); }
.turn, .reply { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 46rem; margin: .5rem 0; padding: .6rem .9rem; border-radius: .5rem; background: var(--raised); }
.reply { border-left: 4px solid var(--accent); }
.who { display: block; color: var(--soft); font-size: .85rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
@media (max-width: 40rem) { .sides { grid-template-columns: 1fr; } }
.keys, .actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin: .5rem 0; }
.actions p { margin: 0; }
button { font: inherit; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); color: var(--ink); cursor: pointer; }
button:hover { border-color: var(--accent); }
button[aria-pressed="true"], button.main { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
button:disabled { opacity: .5; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
input, textarea { font: inherit; width: 100%; max-width: 46rem; padding: .45rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); color: var(--ink); }
details { max-width: 46rem; margin: .5rem 0; } summary { cursor: pointer; }
pre { white-space: pre-wrap; font: inherit; }
`;
