import path from 'node:path';
import { answered, requestsIn, writeLines } from '../core/llm/answer-files.ts';
import { scoreByLength, startLlmServer } from '../llm-server/server.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { addEndpoint, goTo, labelByKeyboard, openSample } from './steps.ts';

test('a model is connected, judges every item, and is compared with people', { tag: '@shell' }, async ({
  page,
}) => {
  const server = await startLlmServer({
    reply: (asked) => ({ reasoning: 'First I look at the length.', text: scoreByLength(asked) as string }),
  });
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2', '5', '3', '1', '4', '4', '2', '5', '3', '2', '4'], 30);
  await addEndpoint(page, server.url);
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('It answers')).toBeVisible();
  await expectAccessible(page, 'Endpoints');

  await goTo(page, '/judges');
  await page.getByRole('button', { name: 'New judge' }).first().click();
  // Not the first by name, but the one of what people have scored in the sample.
  await expect(page.getByRole('combobox', { name: 'Prompt' }).locator('option:checked')).toHaveText(
    'Helpful and fluent',
  );
  await page.getByRole('textbox', { name: 'Name' }).fill('looper');
  await page.getByRole('button', { name: 'Make the judge' }).click();
  await page.getByRole('button', { name: 'Change looper' }).click();
  await expect(page.getByText('Nothing changed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Model' }).fill('loop-2');
  await page.getByRole('button', { name: 'Store as a new version' }).click();
  await expect(page.getByRole('button', { name: 'Run looper, version 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Run looper, version 1' }).click();
  // The system of the study that was just labeled.
  await expect(page.getByRole('combobox', { name: 'System to judge' })).toHaveValue('sparrow');
  await page.getByRole('button', { name: 'Show the first requests' }).click();
  await expect(page.getByText(`POST ${server.url}/chat/completions`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText('Finished')).toBeVisible({ timeout: 60_000 });
  expect(server.asked.length).toBeGreaterThanOrEqual(300);
  await expectAccessible(page, 'Judges');

  await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().click();
  await expect(page.getByText(/^mean of \d+ scores$/).first()).toBeVisible();
  await expect(page.getByRole('figure', { name: /^How the judge scores: / }).first()).toBeVisible();
  await page.getByText('For researchers: usage and every score with its reply').click();
  await page
    .getByRole('button', { name: /^Show the reply for / })
    .first()
    .click();
  await page.getByText('As the server sent it').first().click();
  await expect(page.getByText('"object":"chat.completion"').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible();
  await expectAccessible(page, 'a run that is done, with a reply');

  // From the item that a reply is about the way leads to what its judge thought.
  const run = page.url();
  await page.getByRole('region', { name: 'Every score' }).getByRole('link').first().click();
  await page.getByText(/^Replies and reasoning: /).click();
  await page.getByText('Reasoning of: Judge').first().click();
  await expect(page.getByText('First I look at the length.').first()).toBeVisible();
  await expectAccessible(page, 'an item with the replies of models');
  await page.getByRole('link', { name: 'The whole run' }).click();
  await expect(page).toHaveURL(run);

  await page.getByRole('button', { name: /^Make a study with/ }).click();
  await expect(page.getByRole('heading', { name: 'New study' })).toBeVisible();
  const chosen = (name: string) => page.getByRole('combobox', { name }).locator('option:checked');
  await expect(chosen('System to judge')).toHaveText(/sparrow/);
  await expect(chosen('What is measured')).toHaveText(/^helpfulness/);
  await expect(page.locator('option:checked', { hasText: 'looper v1' })).toHaveCount(1);

  await goTo(page, '/judges/alignment');
  await page.getByRole('combobox', { name: 'Judge' }).selectOption({ label: 'lenient-judge: helpful' });
  await expect(page.getByRole('heading', { name: 'How far do they agree?' })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'How much does it save, and what biases it?' }),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Who rated' }).selectOption('trained');
  await expect(page.getByText(/not estimable: it needs at least 50 items/)).toBeVisible();
  await expectAccessible(page, 'Alignment');
  await server.close();
});

test('a run that stopped at its limit goes on under a higher one', async ({ page }) => {
  const server = await startLlmServer();
  await openSample(page);
  await addEndpoint(page, server.url);
  await goTo(page, '/judges');
  await page.getByRole('button', { name: 'New judge' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('short');
  await page.getByRole('button', { name: 'Make the judge' }).click();
  await page.getByRole('button', { name: /^Run short/ }).click();
  await page.getByRole('textbox', { name: 'Most calls' }).fill('7');
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText('Limit reached')).toBeVisible({ timeout: 60_000 });
  expect(server.asked).toHaveLength(7);
  await expect(page.getByRole('button', { name: /^Go on/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Raise the limit: / }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Raise the limit' });
  await expect(dialog.getByRole('button', { name: 'Go on' })).toBeDisabled();
  await expectAccessible(page, 'raising a limit');
  await dialog.getByRole('textbox', { name: 'Most calls' }).fill('2000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Finished')).toBeVisible({ timeout: 60_000 });
  await server.close();
});

test('a server that is not there is told in words, with what to do', async ({ page }) => {
  const server = await startLlmServer();
  await server.close();
  await openSample(page);
  await goTo(page, '/judges/endpoints');
  await page.getByRole('combobox', { name: 'Key from' }).selectOption('none');
  await page.getByRole('textbox', { name: 'Address' }).fill(server.url);
  await page.getByRole('textbox', { name: 'Model' }).fill('loop-1');
  await page.getByRole('button', { name: 'Test before adding' }).click();
  // The whole answer, at the end of a form that fills the window.
  await expect(
    page.getByText('It does not work yet').locator('xpath=ancestor::*[@role="alert"]'),
  ).toBeInViewport({
    ratio: 0.99,
  });
  await addEndpoint(page, server.url);
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('It does not work yet')).toBeVisible();
  await goTo(page, '/judges');
  await page.getByRole('button', { name: 'New judge' }).click();
  await page.getByRole('button', { name: 'Make the judge' }).click();
  await page.getByRole('button', { name: /^Run / }).click();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().click();
  await expect(page.getByText('Nothing listens at that address')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('No score yet.')).toBeVisible();
  await expectAccessible(page, 'a run that cannot go on');
});

test('a changed prompt shows what the model would read, and is stored as a version', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/judges/prompts');
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await page.getByRole('textbox', { name: 'What the judge is to do' }).fill('Be strict. {{criteria}}');
  await expect(page.getByText('Be strict.').last()).toBeVisible();
  await expectAccessible(page, 'Prompts');
  const criterion = page.getByRole('textbox', { name: /^Criterion/ }).first();
  await criterion.fill('');
  await expect(page.getByText('Give each criterion a name.')).toBeVisible();
  await criterion.fill('kindness');
  await expect(page.locator('pre').first()).toContainText('kindness');
  // A judge of yes and no is made of any prompt, and of one criterion of several.
  await page.getByRole('textbox', { name: 'Lowest value of kindness' }).fill('0');
  await page.getByRole('textbox', { name: 'Highest value of kindness' }).fill('1');
  await page.getByRole('button', { name: 'Remove the criterion fluency' }).click();
  await expect(page.locator('pre').first()).toContainText('kindness (a whole number from 0 to 1)');
  await expect(page.locator('pre').first()).not.toContainText('fluency');
  await page.getByRole('button', { name: 'Store as a new version' }).click();
  await expect(page.getByRole('combobox', { name: 'Prompt' })).toContainText('Mine, version 1');
  await expect(criterion).toHaveValue('kindness');
});

test('an endpoint is tested before it is stored, and a running job leaves the way to help in sight', async ({
  page,
}) => {
  const server = await startLlmServer({ latencyMs: 400 });
  await openSample(page);
  await goTo(page, '/judges');
  // One click from the empty place to the form.
  await page.getByRole('link', { name: 'Add an endpoint' }).click();
  await page.getByRole('combobox', { name: 'Kind of server' }).selectOption('custom');
  await page.getByRole('textbox', { name: 'Name' }).fill('Loop');
  await page.getByRole('textbox', { name: 'Address' }).fill(server.url);
  await page.getByRole('textbox', { name: 'Model' }).fill('loop-1');
  await page.getByRole('combobox', { name: 'Key from' }).selectOption('none');
  await page.getByRole('button', { name: 'Test before adding' }).click();
  await expect(page.getByText('It answers')).toBeVisible();
  await expectAccessible(page, 'the form of an endpoint');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await goTo(page, '/judges');
  await page.getByRole('button', { name: 'New judge' }).click();
  await page.getByRole('button', { name: 'Make the judge' }).click();
  await page.getByRole('button', { name: /^Run / }).click();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
  // The list has the figures; elsewhere the rail has them.
  const job = page.getByRole('region', { name: 'Running job' });
  await expect(job).toBeHidden();
  await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Scores', exact: true })).toBeVisible();
  await expectAccessible(page, 'a run that goes on');
  await page.setViewportSize({ width: 1280, height: 600 });
  await goTo(page, '/data');
  await expect(job).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Screens' });
  for (const name of ['Help', 'Settings']) {
    await expect(rail.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  }
  await job.getByRole('button', { name: 'Cancel' }).click();
  await expect(job).toBeHidden();
  await server.close();
});

test('a run by file shows what was written and what was read', async ({ page, app }) => {
  await openSample(page);
  // Nothing listens there: whoever asks fails.
  await addEndpoint(page, 'http://127.0.0.1:9/v1');
  await goTo(page, '/judges');
  await page.getByRole('button', { name: 'New judge' }).first().click();
  await page.getByRole('button', { name: 'Make the judge' }).click();
  await expect(page.getByRole('button', { name: /^Run / })).toBeVisible();
  const call = (name: string, input: object) =>
    page.evaluate(
      async ([path, json]) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`/rpc/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ json }),
        });
        return answer.ok;
      },
      [name, input] as const,
    );
  const requests = path.join(app.dataDir, 'requests.jsonl');
  const target = { judgeId: 1, datasetId: 1, system: 'sparrow', spendingLimit: null, viaBatchApi: false };
  expect(await call('judge/start', { ...target, writeBatch: requests })).toBe(true);
  await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().click();
  await page.getByText(/usage and every score/).click();
  await expect(page.getByText('requests.jsonl written, 300 requests', { exact: true })).toBeVisible();
  const answers = path.join(app.dataDir, 'answers.jsonl');
  writeLines(
    answers,
    requestsIn(requests)
      .slice(0, 200)
      .map((one) => answered(one)),
  );
  expect(await call('run/resume', { runId: 1, readBatch: [answers] })).toBe(true);
  await expect(
    page.getByText('requests.jsonl written, 300 requests; answers.jsonl read, 200 of 200 lines new', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByText('100 requests without an answer.')).toBeVisible();
  await expectAccessible(page, 'a run by file');
});
