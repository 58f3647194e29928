import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { detectFormat, formatOf } from '../../core/import/formats/registry.ts';
import { FileHead } from '../../core/import/readers/file-head.ts';
import { addImport } from '../../host/commands/import.ts';
import { addLabel } from '../../host/commands/label.ts';
import { dataEndings, factsOf, formatIds, isLabelFormat } from '../../shared/import-formats.ts';
import { pages } from './formats-doc.ts';
import { seeds } from './fuzz-files.ts';

test.each(pages)('%s says of each format and file what it is', (file, upToDate) => {
  const document = readFileSync(file, 'utf8');
  expect(document, 'run: node test/import/formats-doc.ts').toBe(upToDate(document));
});

describe.each(formatIds)('%s', (id) => {
  test('is read as what it holds', () => {
    const { read, open, readLabels } = formatOf(id);
    expect(formatOf(id)).toMatchObject({ id, ...factsOf(id) });
    expect([read, open].filter(Boolean)).toHaveLength(isLabelFormat(id) ? 0 : 1);
    if (isLabelFormat(id)) expect(readLabels).toBeDefined();
  });

  test('has a name of its own, and endings that a picker shows', () => {
    const { name, endings } = factsOf(id);
    expect(formatIds.filter((other) => factsOf(other).name === name)).toEqual([id]);
    expect(endings.length).toBeGreaterThan(0);
    for (const ending of endings) {
      expect(ending).toMatch(/^[a-z0-9]+$/);
      expect(dataEndings).toContain(ending);
    }
  });

  test('is told by the beginning of its files, whatever their ending', () => {
    for (const [, content] of seeds.filter(([format]) => format === id)) {
      const head = new FileHead('file', Buffer.from(content));
      expect(detectFormat(head).format.id).toBe(id);
    }
  });
});

test('the command line offers every format, and for labels those that hold nothing else', () => {
  const program = new Command();
  addImport(program);
  addLabel(program);
  const choices = (name: string) =>
    program.commands
      .find((command) => command.name() === name)
      ?.options.find(({ long }) => long === '--format')?.argChoices;
  expect(choices('import')).toEqual(formatIds);
  expect(choices('label')).toEqual(['potato-state', 'labels-jsonl', 'labels-csv']);
});
