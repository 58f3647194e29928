import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { promptFile, wordingOf } from '../../../host/terminal/prompt-file.ts';

test('a text is chosen by part, name and version', () => {
  expect(wordingOf('detector=my own')).toEqual({ part: 'detector', name: 'my own' });
  expect(wordingOf('follow-up=a=b@12')).toEqual({ part: 'follow-up', name: 'a=b', version: 12 });
  for (const wrong of ['detector', 'detector=', 'judge=x', '=x']) {
    expect(() => wordingOf(wrong)).toThrow(/names no text for a part/);
  }
});

test('a file of a text is read, and its faults are named with file and field', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'prompt-')), 'text.json');
  const put = (content: unknown) => writeFileSync(file, JSON.stringify(content));
  const text = {
    part: 'rewriter',
    name: 'mine',
    instructions: 'Reword.',
    message: '{{machine}} {{question}}',
  };
  put(text);
  expect(await promptFile(file)).toEqual({ ...text, last: '' });
  put({ ...text, part: 'judge' });
  await expect(promptFile(file)).rejects.toThrow(/text\.json, field part/);
  put({ ...text, mesage: 'x' });
  await expect(promptFile(file)).rejects.toThrow(/mesage/);
});
