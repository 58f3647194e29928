import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTableFile } from '../../core/import/formats/registry.ts';
import { previewImport } from '../../core/import/preview.ts';
import { FileHead } from '../../core/import/readers/file-head.ts';
import { AppError } from '../../shared/errors.ts';
import { formatIds } from '../../shared/import-formats.ts';
import { isLong } from '../support/chance.ts';
import { importFile, openTestProject, type TestProject } from './scope.ts';

/** Files as small as they can be, of every shape: whatever format a person chooses, each is read or refused in words. */
const shapes: Record<string, string> = {
  'one word': 'x',
  'one word on each line': 'x\ny\nz\n',
  'one column': 'id\n1\n2\n',
  'two columns': 'id,question\n1,Why?\n',
  'empty cells': ',,\n,,\n',
  'one quote': '"',
  'tabs alone': '\t\t\n\t\n',
  spaces: '  \n \n',
  'a number': '12\n',
  'an empty list': '[]',
  'a list of an empty list': '[[]]',
  'a list of nothing': '[null]',
  'a list of words': '["a","b"]',
  'a list of numbers': '[1,2]',
  'an empty object': '{}',
  'an object of nothing': '{"a":null}',
  'an object of an empty list': '{"data":[]}',
  'an object of an empty object': '{"data":{}}',
  'an object of objects': '{"a":{"b":1},"c":{"b":2}}',
  'lists on lines': '[]\n[1]\n',
  'nothing on lines': 'null\nnull\n',
  'objects on lines': '{}\n{}\n',
  'objects with wrong kinds':
    '{"id":{},"question":[],"conversation":"x","messages":7,"turns":{},"responses":[],"human":3}\n',
};

let t: TestProject;
beforeAll(() => {
  t = openTestProject();
  t.db.pragma('synchronous = OFF');
});
afterAll(() => t.close());

const endings = ['.csv', '.json', '.jsonl'];

/** Without an ending and with one, which takes turns; with all of them in the long tests. */
const endingsOf = (place: number): string[] => [
  '',
  ...(isLong ? endings : [endings[place % endings.length]!]),
];

const patienceMs = 120_000;

const wordsOf = async (work: () => Promise<unknown>): Promise<string | null> => {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof AppError && error.code !== 'INTERNAL' ? null : String((error as Error).stack);
  }
};

test.each(formatIds)(
  '%s: a file of any shape is read or refused in words',
  async (format) => {
    const raw: string[] = [];
    for (const [place, [name, text]] of Object.entries(shapes).entries()) {
      for (const ending of endingsOf(place)) {
        const file = t.file(`file${ending}`, text);
        expect(isTableFile(new FileHead(file, Buffer.from(text)))).toBe(false);
        const faults = [
          await wordsOf(() => previewImport({ path: file, format })),
          await wordsOf(() => importFile(t, file, { format })),
        ];
        for (const fault of faults) if (fault !== null) raw.push(`${name}${ending}: ${fault}`);
      }
    }
    expect(raw).toEqual([]);
  },
  patienceMs,
);
