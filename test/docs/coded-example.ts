import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../core/engine.ts';
import { makeWorkplace } from '../host/run-assay.ts';
import { root } from './doc-commands.ts';

/**
 * Makes `examples/failures`: made-up questions to the assistant of a library and its replies, some of them wrong in ways that
 * are known here, and a project in which a person has read sixty of them. `node host/launch.js test/docs/coded-example.ts`
 */
const folder = path.join(root, 'examples', 'failures');

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = ['March', 'April', 'May', 'June'];
const events = [
  'the reading club',
  'the poetry evening',
  'the repair cafe',
  'the chess night',
  'the story hour',
  'the film club',
];
const rooms = ['the study room', 'the music room', 'the large hall', 'the quiet room'];
const things = ['a DVD', 'a novel', 'an atlas', 'a board game', 'a magazine'];

type Wrong = 'date' | 'ignored' | 'rule' | null;

/** What is wrong with the i-th reply: of 160, 24 give a wrong date, 13 ignore the question, 8 make up a rule. */
function wrongOf(i: number): Wrong {
  if (i % 20 === 3 || i % 20 === 9 || i % 20 === 16) return 'date';
  if (i % 12 === 5) return 'ignored';
  return i % 19 === 11 ? 'rule' : null;
}

function chat(i: number): { question: string; response: string } {
  const wrong = wrongOf(i);
  const pick = <T>(list: readonly T[], step: number): T => list[(i * step) % list.length]!;
  const [event, room, thing, day] = [pick(events, 5), pick(rooms, 3), pick(things, 3), pick(days, 3)];
  const date = `${1 + ((i * 7) % 28)} ${pick(months, 5)}`;
  const asked =
    i % 3 === 0
      ? `When is ${event} in ${pick(months, 5)}?`
      : i % 3 === 1
        ? `Can I book ${room} for ${day}, ${date}?`
        : `I borrowed ${thing} on ${date}. When is it due?`;
  if (wrong === 'ignored') {
    return {
      question: asked,
      response: 'The library has four branches. All of them are easy to reach by bus. How else can I help?',
    };
  }
  const due = (late: number) => `${1 + ((i * 7 + 14 + late) % 28)} ${pick(months, 5)}`;
  const said =
    i % 3 === 0
      ? `${event[0]!.toUpperCase()}${event.slice(1)} meets on ${wrong === 'date' ? '31 February' : date} at 6 pm.`
      : i % 3 === 1
        ? `Yes, ${room} is free on ${wrong === 'date' ? `${days[(days.indexOf(day) + 2) % 7]}, ${date}` : `${day}, ${date}`}. Shall I book it?`
        : `It is due on ${wrong === 'date' ? date : due(0)}. You can renew it twice in the app.`;
  const rule = wrong === 'rule' ? ' Please note that members over 60 must bring a witness.' : '';
  return { question: asked, response: `${said}${rule}` };
}

const chats = Array.from({ length: 160 }, (_, i) => ({
  id: `chat-${String(i + 1).padStart(3, '0')}`,
  ...chat(i),
}));

const notes = { date: 'gives another date', ignored: 'does not answer', rule: 'no such rule' } as const;

/** Draws after which the person stopped to name what the notes say. */
const NAMED_AT = 20;
const READ = 60;

rmSync(path.join(folder, 'coded'), { recursive: true, force: true });
writeFileSync(path.join(folder, 'chats.jsonl'), chats.map((one) => `${JSON.stringify(one)}\n`).join(''));
using work = makeWorkplace();
const project = path.join(work.dir, 'library.assay');
for (const command of [
  ['init', project],
  ['import', project, path.join(folder, 'chats.jsonl')],
  [
    ...['study', 'create', project, '--measure', 'criterion:helpfulness=1..5', '--surrogate', 'none'],
    ...[
      '--design',
      'uniform',
      '--size',
      '80',
      '--seed',
      '7',
      '--failures',
      'beside',
      '--name',
      'What goes wrong',
    ],
  ],
]) {
  const { exitCode, stderr } = await work.assay(...command);
  if (exitCode !== 0) throw new Error(stderr);
}

const engine = createEngine({ dataDir: path.join(work.dir, 'data'), version: 'example' });
const { client } = engine;
await client.project.open({ path: project });
const [study] = await client.study.list({});
const { batch, items } = await client.label.open({ studyId: study!.id });
const modes = new Map<Exclude<Wrong, null>, number>();
let keys = 0;
const clientKey = () => `example-${String(++keys).padStart(4, '0')}`;

/** What is wrong with the item that is shown, known by its question and reply. */
function planted(shown: {
  conversation: readonly { content: string }[];
  replies: readonly { text: string }[];
}): Wrong {
  const asked = shown.conversation.at(-1)?.content;
  const found = chats.findIndex(
    ({ question, response }) => question === asked && response === shown.replies[0]?.text,
  );
  if (found < 0) throw new Error(`Not of the chats: ${asked}`);
  return wrongOf(found);
}

for (const [at, { ref }] of items.slice(0, READ).entries()) {
  if (at === NAMED_AT) {
    const make = async (name: string, definition: string) =>
      (await client.failures.make({ name, definition, clientKey: clientKey() })).mode.id;
    modes.set('date', await make('Gets a date wrong', 'Names another day than the one asked for or due.'));
    modes.set('ignored', await make('Ignores the question', 'Says nothing that answers it.'));
    const { notes: written } = await client.failures.notes({ studyId: study!.id });
    for (const note of written) {
      const [wrong] = Object.entries(notes).find(([, words]) => words === note.note)!;
      const modeId = modes.get(wrong as Exclude<Wrong, null>);
      if (modeId === undefined) continue;
      await client.failures.look({
        ...{ studyId: study!.id, itemId: note.itemId, modeId, present: true, labelId: note.labelId },
        clientKey: clientKey(),
      });
    }
  }
  const wrong = planted(await client.label.item({ batch, ref }));
  const mode = wrong === null ? undefined : modes.get(wrong);
  const { list } = await client.failures.list({ withRetired: false });
  await client.label.submit({
    ...{ batch, ref, durationMs: 9000, estimateVisible: false, clientKey: clientKey() },
    answer: {
      ...{ kind: 'score', value: wrong === null ? 5 : wrong === 'rule' ? 3 : 2 },
      fields: {
        failures: {
          ...{ modes: mode === undefined ? [] : [mode], at: null, list },
          note: wrong === null || mode !== undefined ? '' : notes[wrong],
        },
      },
    },
  });
}
await client.project.toFolder({ path: path.join(folder, 'coded') });
await engine.close();
