import { scoreByLength, startLlmServer } from '../llm-server/server.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { addEndpoint, goTo, openSample } from './steps.ts';

test('a judge is asked again, and once its model gives other scores it is said to have drifted', async ({
  page,
}) => {
  let isChanged = false;
  const server = await startLlmServer({
    reply: (asked) => {
      const reply = scoreByLength(asked) as string;
      return isChanged ? reply.replaceAll(/("(?:helpfulness|fluency)":)\d/g, (_, name) => `${name}5`) : reply;
    },
  });
  await openSample(page);
  await addEndpoint(page, server.url);
  await goTo(page, '/judges');
  await page.getByRole('button', { name: 'New judge' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('looper');
  await page.getByRole('button', { name: 'Make the judge' }).click();
  let runs = 0;
  const ask = async (again: boolean) => {
    await page.getByRole('button', { name: 'Run looper, version 1' }).click();
    if (again) {
      await page
        .getByRole('combobox', { name: 'Which items' })
        .selectOption({ label: 'some that it scored, asked again' });
    }
    await page.getByRole('button', { name: 'Start the run' }).click();
    await expect(page.getByRole('cell', { name: 'Finished' })).toHaveCount(++runs, { timeout: 60_000 });
    await goTo(page, '/studies');
    await goTo(page, '/judges');
  };
  await ask(false);
  await ask(true);
  const drift = page.getByRole('region', { name: 'Drift' });
  await expect(drift).toContainText('No drift of looper v1 is shown');
  await expectAccessible(page, 'a judge that did not drift');
  isChanged = true;
  await ask(true);
  await expect(drift).toContainText('looper v1 has drifted on');
  await expectAccessible(page, 'a judge that drifted');
  if (process.env.ASSAY_SHOTS) {
    await drift.scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/drift.png` });
  }
  await server.close();
});
