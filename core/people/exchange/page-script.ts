/**
 * What a handed-out page does, in the browser's own language: shows one item at a time, keeps every answer with its hash
 * chained to the one before, and saves them as a file. Text is set as text, never as markup.
 */
export const pageScript = String.raw`'use strict';
const file = JSON.parse(document.getElementById('batch').textContent);
const content = JSON.parse(file.content);
const { items, form } = content;
const storeKey = 'assay-batch-' + file.batchId;
const main = document.getElementById('main');

function sha256(text) {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const bits = (x) => ((x - Math.floor(x)) * 4294967296) | 0;
  const k = primes.map((p) => bits(Math.cbrt(p)));
  const h = primes.slice(0, 8).map((p) => bits(Math.sqrt(p)));
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 536870912));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15], b = w[i - 2];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3), s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, last] = h;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25), choice = (e & f) ^ (~e & g);
      const t1 = (last + s1 + choice + k[i] + w[i]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22), most = (a & b) ^ (a & c) ^ (b & c);
      last = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + ((s0 + most) | 0)) | 0;
    }
    [a, b, c, d, e, f, g, last].forEach((x, i) => { h[i] = (h[i] + x) | 0; });
  }
  return h.map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
}

function load() {
  try { return JSON.parse(localStorage.getItem(storeKey)); } catch { return null; }
}
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');
let state = load() || { annotator: '', copyId: random(), entries: [] };
// A page for one person carries their name, and nothing in this browser changes it.
const begun = () => (file.annotator ? state.begun || state.entries.length > 0 : state.annotator);
if (file.annotator) state.annotator = file.annotator;
let canStore = true;
function store() {
  try { localStorage.setItem(storeKey, JSON.stringify(state)); } catch { canStore = false; }
}
let place = 0, shownAt = 0, side = 0, pair = [null, null], unsaved = false, savedAs = '';

const answered = () => new Map(state.entries.map((entry) => [entry.ref, entry.answer]));
function el(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function answer(value) {
  const { ref } = items[place];
  const entry = { ref, answer: value, durationMs: Math.max(0, Math.round(performance.now() - shownAt)), at: new Date().toISOString() };
  const before = state.entries.length
    ? state.entries[state.entries.length - 1].hash
    : sha256(JSON.stringify([file.batchId, sha256(file.content), state.annotator, state.copyId]));
  entry.hash = sha256(JSON.stringify([before, entry.ref, entry.answer, entry.durationMs, entry.at]));
  state.entries.push(entry);
  unsaved = true;
  savedAs = '';
  store();
  const done = answered();
  const next = items.findIndex((item, i) => i > place && !done.has(item.ref));
  place = next >= 0 ? next : Math.max(items.findIndex((item) => !done.has(item.ref)), 0);
  if (done.size === items.length) place = items.length;
  show();
}

function save() {
  const { annotator, copyId, entries } = state;
  const { batchId, contentSha256, study, handedOutAt, signature } = file;
  const issued = { batchId, contentSha256, study, annotator: file.annotator, handedOutAt, signature };
  const returned = { assay: 'returned-batch', version: 2, batchId, contentSha256: sha256(file.content), annotator, copyId, issued, entries, signature: null };
  const name = annotator.replace(/[^\p{L}\p{N}]+/gu, '-') + '-' + file.batchId.slice(0, 6) + '.assay-labels';
  const url = URL.createObjectURL(new Blob([JSON.stringify(returned)], { type: 'application/json' }));
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  unsaved = false;
  savedAs = name;
  show(true);
}

function replies(list, title) {
  return el('section', {}, el('h2', { textContent: title }), ...list.flatMap(({ prompt, text }) => [
    ...(prompt ? [el('div', { className: 'turn' }, el('span', { className: 'who', textContent: 'User' }), prompt)] : []),
    el('div', { className: 'reply', textContent: text }),
  ]));
}

function values() {
  if (form.kind === 'binary') return [[0, form.noLabel], [1, form.yesLabel]];
  if (form.kind === 'category') return form.options.map(({ label }) => [label, label]);
  if (form.points) return form.points.map(({ value, label }) => [value, label ? value + ' ' + label : String(value)]);
  const count = Math.round((form.max - form.min) / form.step);
  if (count > 20) return [];
  return Array.from({ length: count + 1 }, (_, i) => {
    const value = form.min + i * form.step;
    const word = i === 0 ? form.lowLabel : i === count ? form.highLabel : '';
    return [value, word ? value + ' ' + word : String(value)];
  });
}

function choose(value) {
  if (form.kind === 'category') return answer({ kind: 'category', option: value });
  if (!content.sideBySide) return answer({ kind: 'score', value });
  pair[side] = value;
  if (pair[0] !== null && pair[1] !== null) return answer({ kind: 'pair', values: pair });
  side = 1 - side;
  show(true);
}

function scoreKeys(which, title) {
  const given = answered().get(items[place].ref);
  const now = content.sideBySide ? (pair[which] !== null ? pair[which] : given && given.values && given.values[which]) : given && (form.kind === 'category' ? given.option : given.value);
  const all = values();
  const pick = (value) => { side = which; choose(value); };
  if (all.length === 0) {
    const input = el('input', { type: 'number', min: form.min, max: form.max, step: 'any', value: now === undefined || now === null ? '' : now });
    input.setAttribute('aria-label', title);
    const send = () => { if (input.value !== '' && input.checkValidity()) pick(Number(input.value)); };
    return el('div', { className: 'keys' }, input, el('button', { textContent: 'Give ' + form.min + ' to ' + form.max, onclick: send }));
  }
  const group = el('div', { className: 'keys' }, ...all.map(([value, text]) => {
    const button = el('button', { textContent: text, onclick: () => pick(value) });
    button.setAttribute('aria-pressed', String(value === now));
    return button;
  }));
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', title);
  return group;
}

function answerForm() {
  if (form.kind === 'answer') {
    const given = answered().get(items[place].ref);
    const boxes = items[place].replies.map((_, i) => {
      const box = el('textarea', { rows: 3, maxLength: 20000, value: given && given.answers ? given.answers[i] : '' });
      box.setAttribute('aria-label', 'Your answer' + (items[place].replies.length > 1 ? ' to turn ' + (i + 1) : ''));
      return box;
    });
    const send = () => answer({ kind: 'answer', answers: boxes.map((box) => box.value) });
    return [...boxes, el('div', { className: 'actions' }, el('button', { className: 'main', textContent: 'Give this answer', onclick: send }))];
  }
  if (!content.sideBySide) return [scoreKeys(0, content.question)];
  return [el('div', { className: 'sides' }, scoreKeys(0, 'Left reply'), scoreKeys(1, 'Right reply'))];
}

function skip() {
  const reason = prompt('Why can this item not be judged?');
  if (reason && reason.trim()) answer({ kind: 'skip', reason: reason.trim().slice(0, 500) });
}

function show(keepPair) {
  if (!keepPair) { pair = [null, null]; side = 0; shownAt = performance.now(); }
  const done = answered();
  document.getElementById('progress').textContent = done.size + ' of ' + items.length + ' done' + (canStore ? '' : '. This browser keeps nothing: save before you close the page.');
  const who = document.getElementById('who');
  who.replaceChildren(...(begun() ? ['Labeled by ', el('bdi', { textContent: state.annotator })] : []));
  if (!begun()) return start();
  const actions = el('div', { className: 'actions' },
    el('button', { textContent: 'Back', disabled: place === 0, onclick: () => { place -= 1; show(); } }),
    el('button', { textContent: 'Forward', disabled: place >= items.length, onclick: () => { place += 1; show(); } }),
    ...(place < items.length ? [el('button', { textContent: 'Skip', onclick: skip })] : []),
    el('button', { textContent: 'Save answers as a file', className: done.size === items.length ? 'main' : '', disabled: done.size === 0, onclick: save }),
    ...(savedAs ? [el('p', { className: 'soft', textContent: 'Saved as ' + savedAs + '. Send this file back.' })] : []));
  if (place >= items.length) {
    main.replaceChildren(el('h2', { textContent: done.size === items.length ? 'All items are done' : 'End of the batch' }),
      el('p', { textContent: 'Save the answers as a file and send it back to whoever gave you this page.' }), actions);
    return;
  }
  const item = items[place];
  const given = done.get(item.ref);
  main.replaceChildren(
    el('h2', { textContent: 'Item ' + item.position }),
    ...item.conversation.map(({ role, content: text }) => el('div', { className: 'turn' }, el('span', { className: 'who', textContent: role.charAt(0).toUpperCase() + role.slice(1) }), text)),
    ...(item.rightReplies ? [el('div', { className: 'sides' }, replies(item.replies, 'Left reply'), replies(item.rightReplies, 'Right reply'))] : item.replies.length ? [replies(item.replies, 'Reply')] : []),
    ...(item.passage ? [el('details', {}, el('summary', { textContent: 'Passage' }), el('pre', { textContent: item.passage }))] : []),
    el('h2', { textContent: content.question }),
    ...answerForm(),
    ...(given ? [el('p', { className: 'soft', textContent: given.kind === 'skip' ? 'You skipped this item: ' + given.reason : 'You have answered this item; a new answer takes the place of the old one.' })] : []),
    ...(content.guidelines ? [el('details', {}, el('summary', { textContent: 'Guidelines' }), el('pre', { textContent: content.guidelines }))] : []),
    actions);
}

function nameProblem(name) {
  if (name.replace(/\p{Cf}/gu, '').trim() === '') return 'Give a name, so that your answers can be told from those of others.';
  if (name.length > 100) return 'A name has at most 100 characters.';
  return /[\p{Cc}\p{Cs}]|(?![\u200C\u200D])\p{Cf}/u.test(name) ? 'A name cannot hold control characters, or marks that hide or turn the direction of text.' : '';
}

function start() {
  const guidelines = content.guidelines ? [el('h2', { textContent: 'Guidelines' }), el('pre', { textContent: content.guidelines })] : [];
  const many = items.length === 1 ? 'This item was' : 'These ' + items.length + ' items were';
  const button = el('button', { className: 'main', textContent: 'Begin' });
  const actions = el('div', { className: 'actions' }, button);
  if (file.annotator) {
    button.onclick = () => { state.begun = true; store(); show(); };
    main.replaceChildren(el('h2', {}, 'Hello, ', el('bdi', { textContent: file.annotator })),
      el('p', { textContent: many + ' handed out to you. Your answers go back under your name.' }), actions,
      el('p', { className: 'soft' }, 'If you are not ', el('bdi', { textContent: file.annotator }), ', ask for a page of your own.'), ...guidelines);
    return button.focus();
  }
  const input = el('input', { id: 'name', maxLength: 100, autocomplete: 'name' });
  const problem = el('p', { id: 'name-problem', className: 'problem' });
  problem.setAttribute('role', 'alert');
  input.setAttribute('aria-describedby', 'name-problem');
  const begin = () => {
    const name = input.value.normalize('NFC').trim();
    problem.textContent = nameProblem(name);
    input.setAttribute('aria-invalid', String(problem.textContent !== ''));
    if (problem.textContent) return input.focus();
    state.annotator = name.replace(/\s+/g, ' ');
    store();
    show();
  };
  button.onclick = begin;
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') begin(); });
  main.replaceChildren(el('p', { textContent: many + ' handed out to be labeled.' }),
    el('label', { htmlFor: 'name', textContent: 'Your name, as it shall stand with your answers' }), input, problem, actions, ...guidelines);
  input.focus();
}

addEventListener('keydown', (event) => {
  if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey || !begun() || place >= items.length) return;
  const keys = form.kind === 'answer' ? [] : values();
  const hit = (form.kind === 'category' ? keys[Number(event.key) - 1] : keys.find(([value]) => String(value) === event.key)) || (form.kind === 'binary' && { n: keys[0], y: keys[1] }[event.key]);
  if (hit) choose(hit[0]);
  else if (event.key === 'ArrowLeft' && place > 0) { place -= 1; show(); }
  else if (event.key === 'ArrowRight') { place += 1; show(); }
});
addEventListener('beforeunload', (event) => { if (unsaved && !canStore) event.preventDefault(); });
document.body.classList.toggle('wide', content.sideBySide);
const firstOpen = items.findIndex((item) => !answered().has(item.ref));
place = firstOpen < 0 ? items.length : firstOpen;
show();
`;
