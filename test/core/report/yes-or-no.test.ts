import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import { renderHtml } from '../../../core/report/html-report.ts';
import type { ReportContent } from '../../../core/report/report-content.ts';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { contentOfHtml } from '../../../core/report/verify/read-content.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { gateText, noteOfGate } from '../../../host/terminal/gate-output.ts';
import { forecastText } from '../../../host/terminal/goal-output.ts';
import { engineWithProject, importRecords, temporaryFolder } from '../support/test-engine.ts';

/** A study of 60 replies, of which people say whether they are right, and of 40 what it is labeled for. */
async function rightOrNot() {
  const { engine, folder } = await engineWithProject();
  const records = Array.from({ length: 60 }, (_, i) => ({
    id: `item-${i}`,
    conversation: [{ role: 'user', content: `What is ${i}?` }],
    responses: { bot: `It is ${i}.` },
    human: { bot: { right: [Number(i % 5 !== 0)] } },
    meta: { half: i < 30 ? 'first' : 'second' },
  }));
  const datasetId = await importRecords(engine, folder, records, {
    scales: [{ kind: 'criterion', name: 'right', scale: { min: 0, max: 1, direction: 'higher' } }],
  });
  const study = await engine.client.study.create({
    ...{ datasetId, system: 'bot', preset: 'uniform', size: 40, seed: 3 },
    measure: { kind: 'criterion', criterion: 'right' },
    surrogate: { kind: 'none' },
    goal: { targetHalfWidth: 0.05, threshold: 0.5, budget: null },
  });
  labelFromGold(engine.context, study.id);
  return { engine, studyId: study.id };
}

/** What people read of a page: without its style and what programs read. */
const readOf = (page: string) =>
  page
    .replaceAll(/<(style|script|pre)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('a report says yes or no in percent everywhere, and an earlier one as it did', async () => {
  const { engine, studyId } = await rightOrNot();
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const { content: facts } = contentOfHtml(unsealed('html', content)!.text) as { content: ReportContent };
  for (const charts of [9, 10] as const) {
    const page = renderHtml({ ...facts, charts });
    const file = path.join(temporaryFolder(), 'page.html');
    writeFileSync(file, sealed('html', page, null));
    expect(verifyFile(file)).toMatchObject({ differing: [], isWhole: true });
    const words = readOf(page);
    const fractions = words.match(/(?<![\d.]|alpha |level )0\.\d+|scale 0 to 1\b|\(0 to 1\)/g) ?? [];
    if (charts === 9) expect(fractions).not.toEqual([]);
    else expect(fractions).toEqual([]);
  }
  const words = readOf(content);
  expect(words).toMatch(/83 % .* 68 to 88 %/);
  expect(words).toContain('points');
});

test('gates and goals say it in percent, and numbers for programs stay', async () => {
  const { engine, studyId } = await rightOrNot();
  const gate = await engine.client.claim.gate({ studyId, claim: { kind: 'at-least', value: 0.5 } });
  expect(gate).toMatchObject({ bound: { value: 0.5 }, scale: { min: 0, max: 1 } });
  expect(gate.lower).toBeLessThan(1);
  expect(gateText(gate)).toMatch(/at least 50 %\.\nAbout 83\u00a0%, between \d+\u00a0% and \d+\u00a0% /);
  expect(noteOfGate(gate).short).toMatch(/^83\u00a0% \(/);
  const words = forecastText(await engine.client.plan.advice({ studyId }));
  expect(words).toContain('± 5 points');
  expect(words).toContain('above 50\u00a0%');
  expect(words).not.toMatch(/0\.\d/);
});
