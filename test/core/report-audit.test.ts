import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { redrawBatch } from '../../core/design/sample-batch.ts';
import { otherClaims } from '../../core/estimate/analyses/other-claims.ts';
import type { LabelAnswer } from '../../shared/contract/index.ts';
import { ratedStudy, submit } from './support/test-engine.ts';
import { labeledStudyOf } from './verify/labeled-studies.ts';

test('the report tells every draw, what was skipped, and whether the estimate was seen', async () => {
  const { engine, studyId } = await labeledStudyOf('skips, overlap and an item that waits');
  redrawBatch(engine.context, studyId, 99);
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const text = parseHTML(content).document.querySelector('main')?.textContent ?? '';
  expect(text).toMatch(/First draw.*5\s*0/s);
  expect(text).toMatch(/Redraw 1.*99/s);
  expect(text).toContain('The batch was drawn anew with seed 99');
  expect(text).toContain('The estimate was hidden while people labeled.');
});

test('what was taken back, corrected or skipped is counted as no label', async () => {
  const { engine, study } = await ratedStudy(30);
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  const give = (at: number, answer: LabelAnswer) =>
    submit(engine, batch, items[at]!.ref, answer, { estimateVisible: true });
  for (let i = 0; i < 29; i++) await give(i, { kind: 'score', value: 3 });
  await give(0, { kind: 'score', value: 2 });
  await engine.client.label.undo({ batch });
  await give(29, { kind: 'score', value: 5 });
  await engine.client.label.undo({ batch });
  await give(29, { kind: 'skip', reason: 'cut off' });
  const { content } = await engine.client.report.render({ studyId: study.id, format: 'html' });
  const text = parseHTML(content).document.querySelector('main')?.textContent ?? '';
  expect(text).toContain('29 labels were given while the estimate was visible.');
  expect(text).toContain('The estimate was visible while 29 of the labels were given.');
  expect(text).toContain('1 item (3.33 %) could not be labeled');
  const [claim] = otherClaims(engine.context, study.id);
  expect(claim?.evidence).toMatch(/among 29 labels and 1 skip$/);
  expect((await engine.client.project.current({}))?.labelCount).toBe(29);
});

test('the figure is a picture that stands by itself', async () => {
  const { engine, studyId } = await labeledStudyOf('calibrated hardness');
  const file = await engine.client.report.render({ studyId, format: 'figure-svg' });
  expect(file).toMatchObject({ fileName: 'A-study-figure.svg', mediaType: 'image/svg+xml' });
  expect(file.content).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(file.content.match(/<path/g)!.length).toBeGreaterThan(2);
  expect(file.content).not.toMatch(/<script|style="/);
});

test('the report tells the rule, the estimate under the others, and every change of the team, naming nobody', async () => {
  const { engine, studyId } = await labeledStudyOf('the majority of three, else what was decided');
  const annotators = await engine.client.annotator.list({});
  const members = annotators.filter(({ name }) => ['Ana', 'Ben'].includes(name)).map(({ id }) => id);
  await engine.client.team.set({ studyId, members });
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const { document } = parseHTML(content);
  const rules = [...document.querySelectorAll('tr[data-rule]')].map((row) => row.getAttribute('data-rule'));
  expect(rules).toEqual(['mean', 'majority', 'adjudicated']);
  expect(document.querySelector('tr[data-rule].chosen')?.getAttribute('data-rule')).toBe('majority');
  const text = document.querySelector('main')?.textContent ?? '';
  expect(text).toContain('labels become one value was changed from "mean" to "majority"');
  expect(text).toMatch(/The members became annotator \d, annotator \d; before: anyone/);
  for (const name of ['Ana', 'Ben', 'Dee']) expect(text).not.toMatch(new RegExp(`\\b${name}\\b`));
});
