import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFindings } from '../browser.ts';
import { consoleUnderTest, createQuote, focusOn, signIn } from './console-under-test.ts';

const PATH = '/api/v1/pricing-strategy';

interface Strategy {
  readonly version: number;
  readonly margins: readonly { readonly percent: number }[];
  readonly validity_days: number;
  readonly guaranteed_percent: number;
  readonly port_fees: boolean;
}

const { site, open } = consoleUnderTest();
beforeAll(async () => {
  for (const destination of ['Phoenix, AZ', 'Las Vegas, NV']) await createQuote(site, { destination });
});

const readStrategy = () => site.call<Strategy>('GET', PATH);
/** Another person changes the strategy. */
const replace = async (part: object): Promise<Strategy> =>
  site.call('PUT', PATH, { ...(await readStrategy()), ...part });
const historyOf = async () => {
  const { versions } = await site.call<{ versions: { version: number; note: string }[] }>(
    'GET',
    `${PATH}/history`,
  );
  return versions;
};

const margin = (page: Page) => page.getByLabel('Percent of band 1 of the margin', { exact: true });
const validity = (page: Page) => page.getByLabel('Days that a quote is valid');
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('button', { name: 'Save the strategy' }).click();
};

it('a change is checked, previewed and saved with a note, and the history shows it', async () => {
  const before = await readStrategy();
  // The API rejects the first value.
  const { page } = await open('/strategy', { faults: true });
  await page.getByText('No changes').waitFor();
  await margin(page).fill('1800');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('This field must be a number from 0 to 500 with at most 2 decimals.').waitFor();
  await page.locator(':focus[aria-invalid="true"]').waitFor();
  await margin(page).fill('30');
  await page.getByRole('button', { name: 'Add a band' }).first().click();
  await page.getByLabel('Start of band 2 of the margin', { exact: true }).fill('100');
  await page.getByLabel('Percent of band 2 of the margin', { exact: true }).fill('10');
  await page.getByLabel('Minimum of band 2 of the margin').fill('1,250.50');
  await page.getByText('1 change not saved').waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('table', { name: 'Quotes by the change of their total' }).waitFor();
  await focusOn(preview.getByRole('heading', { name: 'Preview', exact: true }));
  const { summary } = await site.call<{ summary: { total_after: number; changed: number } }>(
    'POST',
    `${PATH}/preview`,
    {
      ...before,
      margins: [
        { from_miles: 0, percent: 30, floor: 50 },
        { from_miles: 100, percent: 10, floor: 1250.5 },
      ],
    },
  );
  const total = summary.total_after.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  expect(await preview.textContent()).toContain(`${total} after`);
  expect(await preview.textContent()).toContain(`${summary.changed} of 2`);
  expect(
    await preview
      .getByRole('table', { name: /Totals before and after/ })
      .getByRole('row')
      .count(),
  ).toBe(3);
  expect((await readStrategy()).version).toBe(before.version);

  await page.getByLabel('Guaranteed service', { exact: true }).fill('20');
  await preview.getByText('The values have changed since this preview').waitFor();
  const note = '<b>Agreed</b> with sales\nfor the next quarter';
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('dialog').getByText('From 100 mi: 10%, at least $1,250.50').waitFor();
  await page.getByLabel('Note').fill(note);
  await page.getByRole('button', { name: 'Save the strategy' }).click();
  await page.getByText(`Saved as version ${before.version + 1}.`).waitFor();
  const [newest] = await historyOf();
  expect(newest).toMatchObject({ version: before.version + 1, note });
  await page.getByRole('tab', { name: 'History' }).click();
  const version = page.getByRole('article', { name: `Version ${before.version + 1}` });
  await version.getByText('<b>Agreed</b> with sales').waitFor();
  const text = await version.textContent();
  expect(text).toContain('15% of the base rate');
  expect(text).toContain('20% of the base rate');
  expect(text).toMatch(/by key .*key_/);
  expect(await page.locator('b').count()).toBe(0);
  // The values of an earlier version become unsaved values of the form.
  await page
    .getByRole('article', { name: 'Version 0' })
    .getByRole('button', { name: 'Use these values' })
    .click();
  await page.getByText('2 changes not saved').waitFor();
  expect(await margin(page).inputValue()).toBe('15');
  expect((await readStrategy()).guaranteed_percent).toBe(20);
});

describe('the change of another person', () => {
  it('is not overwritten: the page shows it, and both changes are kept', async () => {
    const { page } = await open('/strategy', { faults: true });
    const { version } = await readStrategy();
    await validity(page).fill('30');
    await replace({ port_fees: true, note: 'Fees of Los Angeles' });
    await save(page);
    const notice = page.getByRole('alert').filter({ hasText: 'The strategy was changed during your input' });
    await notice.getByText('Fees of Los Angeles').waitFor();
    await page.locator(':focus', { hasText: 'The strategy was changed during your input' }).waitFor();
    expect(await notice.textContent()).toContain(`Version ${version + 1} was saved on`);
    expect(await notice.textContent()).toContain('On request');
    expect(await readStrategy()).toMatchObject({ version: version + 1, validity_days: 7 });
    expect(await page.getByRole('button', { name: 'Save…' }).isDisabled()).toBe(true);
    await notice.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByText('1 change not saved').waitFor();
    expect(await page.getByLabel('Charge fees of terminals on each quote').isChecked()).toBe(true);
    await save(page);
    await page.getByText(`Saved as version ${version + 2}.`).waitFor();
    expect(await readStrategy()).toMatchObject({ validity_days: 30, port_fees: true });
  });
});

describe('a failed save', () => {
  it('because the key expired keeps the input until the next sign-in', async () => {
    const { page } = await open('/strategy', { faults: true });
    const { version } = await readStrategy();
    const rejected = { status: 401, json: { error: { code: 401, message: 'Invalid API key' } } };
    await page.route(`**${PATH}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(rejected) : route.continue(),
    );
    await validity(page).fill('28');
    await save(page);
    await page.getByRole('alert').getByText('The API key is not valid').waitFor();
    await page.unroute(`**${PATH}`);
    await signIn(page, site.key);
    await page.getByText('1 change not saved').waitFor();
    expect(await validity(page).inputValue()).toBe('28');
    await save(page);
    await page.getByText(`Saved as version ${version + 1}.`).waitFor();
  });
});

it('leaving the page with unsaved changes asks', async () => {
  const { page } = await open('/strategy');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Terminals' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terminals' }).waitFor();
  await page.goBack();
  await validity(page).fill('33');
  await page.getByText('1 change not saved').waitFor();
  await page.getByRole('link', { name: 'Terminals' }).click();
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await validity(page).inputValue()).toBe('33');
  // The tabs are parts of one page.
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('article', { name: 'Version 0' }).waitFor();
  await page.getByRole('tab', { name: 'Values' }).click();
  expect(await validity(page).inputValue()).toBe('33');
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload({ waitUntil: 'commit', timeout: 5_000 }).catch(() => 'stopped');
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await reloaded).toBe('stopped');
  await page.getByRole('link', { name: 'Terminals' }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terminals' }).waitFor();
  await page.getByRole('link', { name: 'Pricing strategy' }).click();
  await page.getByText('No changes').waitFor();
  expect(await validity(page).inputValue()).not.toBe('33');
});

describe('rules', () => {
  const rule = (page: Page, label: string) =>
    page.getByRole('group', { name: 'Acme from Savannah' }).getByLabel(label, { exact: true });

  it('are entered with conditions and terms, previewed, saved, and changed', async () => {
    const before = await readStrategy();
    await createQuote(site, { origin: 'USSAV', destination: 'Atlanta, GA', customer: 'ACME imports' });
    const { page } = await open('/strategy', { faults: true });
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('This field must not be empty.').waitFor();
    await page
      .getByText(/must have at least one of customer, origin/)
      .first()
      .waitFor();
    await page
      .getByText(/must have at least one of margin, rounding/)
      .first()
      .waitFor();
    await focusOn(page.getByLabel('Name of the rule'));
    await page.getByLabel('Name of the rule').fill('Acme from Savannah');
    await rule(page, 'Customer').fill('Acme Imports');
    await rule(page, 'Origin').fill('Nowhere at all');
    await rule(page, 'Margin').fill('60');
    await rule(page, 'Minimum margin').fill('25');
    await rule(page, 'From miles').fill('100');
    await rule(page, 'To miles').fill('50');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('This field must not be less than from miles.').waitFor();
    await rule(page, 'To miles').fill('900');
    // Only the service knows which places exist.
    await page.locator('input[value="Nowhere at all"][aria-invalid="true"]').waitFor();
    await rule(page, 'Origin').fill('Port of Savannah');
    await rule(page, 'Destination').fill('Portland');
    await page.getByRole('group', { name: 'Acme from Savannah' }).getByText('Saturday').click();
    await rule(page, 'Add a price for an accessorial in rule 1').selectOption('chassis');
    await rule(page, 'Price of Chassis in rule 1').fill('30');
    await page.getByText('1 change not saved').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('group', { name: 'Acme from Savannah' }).getByText('Saturday').click();
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    const read = page.getByText('"Portland" is read as Portland, OR.');
    await read.waitFor();
    await rule(page, 'Destination').fill('');
    await page.getByRole('button', { name: 'Preview' }).click();
    await read.waitFor({ state: 'detached' });
    await preview.getByText('1 of').first().waitFor();
    await save(page);
    await page.getByText(`Saved as version ${before.version + 1}.`).waitFor();
    const { rules } = await site.call<{ rules: readonly object[] }>('GET', PATH);
    expect(rules).toEqual([
      {
        name: 'Acme from Savannah',
        when: { customer: 'Acme Imports', origin: 'USSAV', min_miles: 100, max_miles: 900 },
        terms: { margin: { percent: 60, floor: 25 }, accessorial_overrides: { chassis: { rate: 30 } } },
      },
    ]);
    await page.getByRole('button', { name: 'Remove Acme from Savannah' }).click();
    await save(page);
    await page.getByText(`Saved as version ${before.version + 2}.`).waitFor();
    expect('rules' in (await readStrategy())).toBe(false);
  });
});
