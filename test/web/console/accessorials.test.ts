import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../browser.ts';
import { consoleUnderTest, focusOn } from './console-under-test.ts';

const PATH = '/api/v1/accessorials';

interface Tariff {
  readonly version: number;
  readonly accessorials: readonly { readonly name: string; readonly source: string }[];
}

const { site, open } = consoleUnderTest();

const ownOf = async () => {
  const { accessorials, version } = await site.call<Tariff>('GET', PATH);
  return { version, own: accessorials.filter(({ source }) => source === 'custom') };
};
const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save the accessorial' }).click();

it('an entry of the base tariff is replaced by tiers of days, changed, and removed', async () => {
  // The API rejects some entries.
  const { page } = await open('/accessorials', { faults: true });
  await page.getByText('You have no tariff of your own').waitFor();
  const opener = page.getByRole('button', { name: 'Replace Yard storage' });
  await opener.click();
  await page.keyboard.press('Escape');
  await focusOn(opener);
  await page.keyboard.press('Enter');
  expect(await dialog(page).getByLabel('Name in requests').inputValue()).toBe('storage');
  await dialog(page).getByLabel('Price', { exact: true }).selectOption('tiers');
  await dialog(page).getByLabel('Units of a quote').fill('10');
  await save(page);
  await dialog(page)
    .getByText(/This field must be given/)
    .waitFor();
  for (const [index, [day, amount]] of [
    ['5', '100'],
    ['5', '150'],
  ].entries()) {
    await dialog(page).getByRole('button', { name: 'Add a tier' }).click();
    await dialog(page)
      .getByLabel(`First day of tier ${index + 1}`)
      .fill(day ?? '');
    await dialog(page)
      .getByLabel(`Amount a day of tier ${index + 1}`)
      .fill(amount ?? '');
  }
  await save(page);
  await dialog(page).getByText('This field must be greater than in the previous tier.').waitFor();
  await dialog(page).getByLabel('First day of tier 2').fill('9');
  await dialog(page).getByLabel('Note').fill('Contract of 2027');
  expect(await seriousFindings(page)).toEqual([]);
  await save(page);
  await page.getByText('Version 1 of your own tariff').waitFor();
  expect((await ownOf()).own).toMatchObject([
    {
      name: 'storage',
      amount: null,
      tiers: [
        { from_day: 5, amount: 100 },
        { from_day: 9, amount: 150 },
      ],
      ...{ unit: 'per day', quantity: 10 },
    },
  ]);
  const { versions } = await site.call<{ versions: readonly { note: string }[] }>(
    'GET',
    '/api/v1/pricing-strategy/history',
  );
  expect(versions[0]?.note).toBe('Contract of 2027');

  await page.getByRole('button', { name: 'Edit Yard storage' }).click();
  await dialog(page).getByLabel('Price', { exact: true }).selectOption('amount');
  await dialog(page).getByLabel('Amount', { exact: true }).fill('75');
  await dialog(page).getByLabel('Free time').fill('4');
  await dialog(page).getByLabel('First day of pickup').fill('2030-01-01');
  await save(page);
  await page.getByText('$75.00 per day, 10 in a quote, 4 of them free').waitFor();
  expect((await ownOf()).own).toMatchObject([{ amount: 75, free_time: 4, effective_from: '2030-01-01' }]);
  await page.getByRole('button', { name: 'Remove Yard storage' }).click();
  await page.getByRole('button', { name: 'Remove the accessorial' }).click();
  await page.getByText('Version 3 of your own tariff').waitFor();
  expect((await ownOf()).own).toEqual([]);
});

it('a charge of its own is checked by the service, and a change of another person is kept', async () => {
  const { page } = await open('/accessorials', { faults: true });
  await page.getByRole('button', { name: 'Add an accessorial' }).click();
  await save(page);
  await dialog(page)
    .getByText(/This field must be small letters/)
    .waitFor();
  await focusOn(dialog(page).getByLabel('Name in requests'));
  await dialog(page).getByLabel('Name in requests').fill('gate_appointment');
  await dialog(page).getByLabel('Name for people').fill('Gate appointment');
  await dialog(page).getByLabel('Amount', { exact: true }).fill('35');
  await dialog(page).getByLabel('Terminals').fill('No such terminal');
  await save(page);
  await dialog(page).getByLabel('Terminals').and(page.locator('[aria-invalid="true"]')).waitFor();
  await dialog(page).getByLabel('Terminals').fill('TraPac Oakland');

  const before = await ownOf();
  await site.call('PUT', PATH, { accessorials: [{ name: 'prepull', enabled: false }] });
  await save(page);
  await dialog(page).getByText('Another person changed the tariff').waitFor();
  await page.getByText(`Version ${before.version + 1} of your own tariff`).waitFor();
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  expect((await ownOf()).own.map(({ name }) => name).toSorted()).toEqual(['gate_appointment', 'prepull']);
  await page.getByLabel('Source').selectOption('custom');
  const table = page.getByRole('table', { name: 'Accessorials' });
  expect(await table.locator('tbody tr').count()).toBe(2);
  await table.getByText('Not offered').waitFor();
});
