import { parquetReadObjects } from 'hyparquet';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReportFormat } from '../../../core/report/render-report.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';
import { importHere } from '../support/in-process.ts';
import { againstArgilla, againstInspect, againstLabelStudio, againstMlflow } from './tool-rules.ts';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, never>);

/** Two modes and a note, one mode and a note that was named later, a note alone, nothing wrong, and a mode that was retired since. */
async function coded() {
  const made = await failureStudy({ count: 8 });
  const { client, engine, study, refs, code, make } = made;
  const [date, rude, gone] = [await make('Wrong "date" <b>&'), await make('Rude; loud'), await make('Gone')];
  await code(0, [date, rude], { note: '=1+1' });
  await code(1, [], { note: 'too loud' });
  await code(2, [], { note: 'odd' });
  await code(3, []);
  await code(4, [gone]);
  const { notes } = await client.failures.notes({ studyId: study.id, search: 'too loud' });
  const { labelId, itemId } = notes[0]!;
  await client.failures.look({
    ...{ studyId: study.id, itemId, modeId: rude, present: true, labelId, clientKey: freshKey() },
  });
  await client.failures.retire({ modeId: gone, clientKey: freshKey() });
  const render = (format: ReportFormat) => client.report.render({ studyId: study.id, format });
  return { engine, render, refs, text: async (format: ReportFormat) => (await render(format)).content };
}

/** Of the five items in draw order. */
const modes = [['Wrong "date" <b>&', 'Rude; loud'], ['Rude; loud'], [], [], ['Gone']];
const notes = ['=1+1', 'too loud', 'odd', '', ''];
const chosen = modes.map((names, i) => (names.length === 0 && notes[i] === '' ? ['nothing wrong'] : names));

describe('labels that say what went wrong', () => {
  let made: Awaited<ReturnType<typeof coded>>;
  beforeEach(async () => {
    made = await coded();
  });

  test('tables have a column of failure modes and one of notes, plain lines both and the place', async () => {
    const { content } = await made.render('labels-parquet');
    const { buffer } = new Uint8Array(Buffer.from(content, 'base64'));
    const rows = await parquetReadObjects({ file: buffer });
    expect(rows.map((row) => row['further: failures'])).toEqual([
      ...['Wrong "date" <b>&; Rude; loud', 'Rude; loud', 'not named', 'nothing wrong', 'Gone'],
    ]);
    expect(rows.map((row) => row['further note: failures'])).toEqual(['=1+1', 'too loud', 'odd', null, null]);
    const csv = await made.text('labels-csv');
    expect(csv.split('\n')[0]).toContain('further: failures,further note: failures');
    expect(csv).toContain("'=1+1");
    expect(linesOf(await made.text('labels-jsonl-plain')).map(({ further }) => further)).toEqual(
      modes.map((names, i) => ({ failures: { modes: names, note: notes[i], at: null } })),
    );
  });

  test('Label Studio takes them as choices of which several may stand, and the notes as texts', async () => {
    const tasks = JSON.parse(await made.text('labels-label-studio'));
    const config = await made.text('labels-label-studio-config');
    expect(againstLabelStudio(tasks, config)).toEqual([]);
    expect(config).toContain('<Choices name="failures" toName="chat" choice="multiple">');
    expect(config).toContain('<Choice value="Wrong &quot;date&quot; &lt;b&gt;&amp;"/>');
    const of = (name: string) =>
      tasks.slice(0, 5).map(({ annotations }: { annotations: { result: object[] }[] }) => {
        const results = annotations[0]!.result as { from_name: string; value: object }[];
        return results.find(({ from_name }) => from_name === name)?.value;
      });
    expect(of('failures')).toEqual(chosen.map((choices) => (choices.length === 0 ? undefined : { choices })));
    expect(of('failures_note')).toEqual(notes.map((note) => (note === '' ? undefined : { text: [note] })));
  });

  test('Argilla takes them as several labels, and the notes as texts', async () => {
    const records = JSON.parse(await made.text('labels-argilla'));
    const settings = JSON.parse(await made.text('labels-argilla-settings'));
    expect(againstArgilla(records, settings)).toEqual([]);
    const question = settings.questions.find(({ name }: { name: string }) => name === 'failures');
    expect(question.settings).toMatchObject({ type: 'multi_label_selection', visible_options: 4 });
    const of = (name: string) =>
      records
        .slice(0, 5)
        .map((one: { responses: Record<string, { value: unknown }[]> }) => one.responses[name]?.[0]?.value);
    expect(of('failures')).toEqual(chosen.map((labels) => (labels.length === 0 ? undefined : labels)));
    expect(of('failures_note')).toEqual(notes.map((note) => (note === '' ? undefined : note)));
  });

  test('Inspect and MLflow get them, too', async () => {
    expect(againstInspect(await made.text('labels-inspect-epochs'))).toEqual([]);
    const feedback = await made.text('labels-mlflow');
    expect(againstMlflow(feedback)).toEqual([]);
    const first = linesOf(feedback).find(({ name }) => name === 'failures');
    expect(first).toMatchObject({ value: 'Wrong "date" <b>&; Rude; loud', rationale: '=1+1' });
  });

  test.each(['labels-csv', 'labels-jsonl-plain', 'labels-label-studio', 'labels-argilla'] as const)(
    'the ratings of %s come back into a study with such a form, and no code comes with them',
    async (format) => {
      const { content, fileName } = await made.render(format);
      const { engine, client, study } = await failureStudy({ count: 8 });
      const result = await importHere(engine, content, fileName, { studyId: study.id });
      expect(result.labels).toBe(5);
      expect(await client.failures.table({ studyId: study.id })).toMatchObject({ coded: 0, hunted: 0 });
    },
  );
});
