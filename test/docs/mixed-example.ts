/**
 * Writes the files of examples/mixed: ten conversations that hold all that people are shown. `node test/docs/mixed-example.ts`; a
 * test compares them.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Color, png } from '../support/png.ts';
import { root } from './doc-commands.ts';

const [white, blue, grey, green]: Color[] = [
  [255, 255, 255],
  [0, 114, 178],
  [210, 214, 219],
  [0, 128, 96],
];
const visits = [40, 62, 55, 90, 120, 74];

/** Bars of the visits to a library, by month. */
const chart = png(360, 200, (x, y) => {
  if (y === 170 && x > 20 && x < 340) return grey!;
  const bar = Math.floor((x - 30) / 50);
  const isIn = x >= 30 && (x - 30) % 50 < 34 && y < 170 && y >= 170 - (visits[bar] ?? 0);
  return isIn ? blue! : white!;
});

/** A page of a catalog: a bar on top, and as many hits below as it has. */
const screenshot = (hits: number) =>
  png(320, 200, (x, y) => {
    if (y < 24) return blue!;
    const hit = Math.floor((y - 36) / 28);
    const isHit = y >= 36 && hit < hits && (y - 36) % 28 < 18 && x > 20 && x < 300 - 24 * (hit % 3);
    return isHit ? (hit === 1 ? green! : grey!) : white!;
  });

/** A second of a tone of 440 Hz, 8,000 samples of 8 bits. */
function tone(): Buffer {
  const samples = Buffer.from(
    Array.from({ length: 8000 }, (_, i) => 128 + Math.round(60 * Math.sin((2 * Math.PI * 440 * i) / 8000))),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const asks = (content: string) => ({ role: 'user', content });

/** A search that goes through the catalog page by page: thirty steps, some with a screenshot. */
function agentRun() {
  const steps = Array.from({ length: 15 }, (_, i) => [
    {
      role: 'tool_call',
      content: `${i % 3 === 2 ? 'open_page' : 'search_catalog'}({"query": "beekeeping", "page": ${i + 1}})`,
      ...{ duration_ms: 120 + 40 * i, cost_usd: 0.0004 },
      ...(i % 3 === 2 && { depth: 1 }),
    },
    {
      role: 'tool',
      content:
        i % 3 === 2
          ? `![Page ${i + 1}](page-${1 + (i % 2)}.png)`
          : `{"page": ${i + 1}, "hits": ${(7 * i) % 5}}`,
    },
  ]).flat();
  return [asks('Which books on beekeeping can I borrow today?'), ...steps];
}

const paragraph =
  'The reading room opens at nine and closes at six. Whoever reserves a seat finds it free for an hour, and the desk lends chargers. ';

const items = [
  {
    id: 'picture',
    conversation: [asks('Which month had the most visits?\n\n![Visits by month](chart.png)')],
    responses: { assistant: 'The fifth month: its bar is the highest, at about 120.' },
  },
  {
    id: 'formula',
    conversation: [asks('How do you compute the fine for a book that is $d$ days late?')],
    responses: {
      assistant:
        'It grows by the day, up to a limit:\n\n$$f(d) = \\min\\left(0.2\\,d,\\; \\frac{p}{2}\\right)$$\n\nwith $p$ the price of the book. After $d = 10$ days that is $f(10) = 2$, as long as $p \\ge 4$.',
    },
  },
  {
    id: 'code',
    conversation: [asks('Write a function that says whether a book is late.')],
    responses: {
      assistant:
        '```python\nfrom datetime import date\n\ndef is_late(due: date, today: date | None = None) -> bool:\n    """Whether a book should be back by now."""\n    return (today or date.today()) > due\n```\n\nWhat changes in your file:\n\n```diff\n- return today >= due\n+ return (today or date.today()) > due\n```',
    },
  },
  {
    id: 'table',
    conversation: [asks('How long can I keep things?')],
    responses: {
      assistant:
        '| What | Days | Renewed |\n|---|--:|:-:|\n| Book | 28 | twice |\n| DVD | 7 | twice |\n| Magazine | 7 | no |\n\n- [x] Books in print\n- [ ] Books on order[^1]\n\n[^1]: These are lent once they are there.',
    },
  },
  {
    id: 'long',
    conversation: [asks('Tell me everything about the reading room.')],
    responses: {
      assistant: Array.from({ length: 40 }, (_, i) => `## Part ${i + 1}\n\n${paragraph.repeat(8)}`).join(
        '\n\n',
      ),
    },
  },
  {
    id: 'right-to-left',
    conversation: [asks('متى تفتح المكتبة؟')],
    responses: {
      assistant:
        'تفتح المكتبة في هذه الأوقات:\n\n1. من الإثنين إلى الجمعة: 9–18\n2. السبت: 10–14\n3. الأحد: مغلقة',
    },
  },
  {
    id: 'agent',
    conversation: agentRun(),
    responses: { assistant: 'Two can be borrowed today: *The Hive* and *Bees in Town*.' },
  },
  {
    id: 'recording',
    conversation: [asks('What do you hear?\n\n![A tone](tone.wav)')],
    responses: { assistant: 'One even tone, about that of a tuning fork.' },
  },
  {
    id: 'five-replies',
    conversation: [asks('May I eat in the library?')],
    responses: {
      assistant: 'Only in the café on the ground floor.',
      brief: 'In the café.',
      kind: 'Of course, you are welcome in our café! Elsewhere food would harm the books.',
      wrong: 'Yes, wherever you like.',
      wordy:
        'The house rules say that food may be eaten in the café on the ground floor alone, while drinks with a lid are allowed in all rooms but that of old prints.',
    },
  },
  {
    id: 'empty',
    conversation: [asks('Are you there?')],
    responses: { assistant: '' },
  },
];

const ratings = [5, 4, 4, 5, 2, 4, 3, 4, 5, 1];

/** The files of the example by name. */
export const mixedFiles: Readonly<Record<string, Buffer | string>> = {
  'mixed.jsonl': `${items.map((item) => JSON.stringify(item)).join('\n')}\n`,
  'labels.csv': `item,value\n${items.map(({ id }, i) => `${id},${ratings[i]}`).join('\n')}\n`,
  'chart.png': chart,
  'page-1.png': screenshot(5),
  'page-2.png': screenshot(3),
  'tone.wav': tone(),
};

export const mixedFolder = path.join(root, 'examples', 'mixed');

if (import.meta.main) {
  for (const [name, content] of Object.entries(mixedFiles))
    writeFileSync(path.join(mixedFolder, name), content);
}
