import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modelFile } from '../../../host/terminal/model-file.ts';
import { endpointOptions } from '../../../host/terminal/model-options.ts';

test('settings stand behind the name of an endpoint', () => {
  expect(endpointOptions('local/a,b')).toEqual({ where: 'local/a,b', options: {} });
  const text =
    'local/m:7b,temperature=0.7,top-p=0.9,seed=1,max-tokens=64,stop=\\n,stop=Q:,instructions=Be brief, please.';
  expect(endpointOptions(text)).toEqual({
    where: 'local/m:7b',
    options: {
      temperature: 0.7,
      topP: 0.9,
      seed: 1,
      maxOutputTokens: 64,
      stopWords: ['\n', 'Q:'],
      instructions: 'Be brief, please.',
    },
  });
});

test.each([
  ['local,heat=1', /no setting named heat/],
  ['local,temperature=hot', /temperature of a model is not a number: "hot"/],
  ['local,seed=', /seed of a model is not a number/],
])('%s is refused', (text, message) => {
  expect(() => endpointOptions(text)).toThrow(message);
});

test('a JSON file names the same, and its faults are named with file and field', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'model-')), 'model.json');
  const put = (content: unknown) => writeFileSync(file, JSON.stringify(content));
  put({ endpoint: 'local', temperature: 0.2, instructions: 'x=1, y=2' });
  expect(await modelFile(file)).toMatchObject({
    endpoint: 'local',
    temperature: 0.2,
    instructions: 'x=1, y=2',
  });
  put({ command: 'python3', args: ['m.py'], seed: 4 });
  expect(await modelFile(file)).toMatchObject({ command: 'python3', args: ['m.py'], seed: 4 });
  put({ endpoint: 'local', topP: 3 });
  await expect(modelFile(file)).rejects.toThrow(/model\.json, field topP/);
  put({ endpoint: 'local', heat: 3 });
  await expect(modelFile(file)).rejects.toThrow(/heat/);
  put([1]);
  await expect(modelFile(file)).rejects.toThrow(/model\.json/);
});
