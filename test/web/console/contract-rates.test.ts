import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { overflow, seriousFindings } from '../browser.ts';
import { consoleUnderTest, focusOn } from './console-under-test.ts';

const PATH = '/api/v1/contract-rates';

interface Rate {
  readonly rate_id: string;
  readonly version: number;
  readonly amount: number;
  readonly external_id: string;
}

const { site, open } = consoleUnderTest();

const ratesOf = async (query: string): Promise<readonly Rate[]> =>
  (await site.call<{ rates: readonly Rate[] }>('GET', `${PATH}?limit=1000&${query}`)).rates;
const createRate = async (fields: object): Promise<string> => {
  const { rates } = await site.call<{ rates: readonly Rate[] }>('POST', PATH, {
    rates: [
      {
        ...{ origin: 'USSAV', destination: 'Atlanta, GA', equipment_type: 'container_40hc' },
        ...{ rate_type: 'flat', amount: 850, fuel: 'included', effective_from: '2030-01-01' },
        ...fields,
      },
    ],
  });
  return rates[0]?.rate_id ?? '';
};

const HEADER = 'Rate number;Customer;From;To;Equipment;Rate type;Rate;Fuel;Start date;End date';
const STATES =
  'AL AZ AR CA CO CT DE FL GA ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY'.split(' ');
const dayOf2030 = (day: number) => new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10);
/** Rates to 30 states. Each tenth has a wrong amount, and line 33 overlaps line 3. */
const fileOf = (customer: string, count: number) =>
  [
    HEADER,
    ...Array.from({ length: count }, (_, index) => {
      const amount = index % 10 === 9 ? 'call us' : String(500 + index);
      const day = index === 31 ? 0 : Math.floor(index / STATES.length) * 5;
      const days = `${dayOf2030(day)};${dayOf2030(day + 4)}`;
      return `${customer}-${index};${customer};USSAV;${STATES[index % STATES.length]};40HC;flat;${amount};included;${days}`;
    }),
  ].join('\n');

const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const fact = async (page: Page, name: string) =>
  (await page.locator('dt', { hasText: name }).locator('..').locator('dd').textContent()) ?? '';

it('2,000 rates with 200 bad rows are imported once, and the bad rows are reported by line', async () => {
  const { page, problems } = await open('/contract-rates', { faults: true });
  await page.getByRole('link', { name: 'Import a CSV file' }).click();
  await choose(page, 'rates.csv', fileOf('Acme', 2_000));
  await page.getByText('The file has 2,000 rates.').waitFor();
  const keys: (string | undefined)[] = [];
  await page.route(`**${PATH}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The service receives the second call, and the browser never gets the answer.
    if (keys.length !== 2) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Import 2,000 rates' }).click();
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await page.getByRole('region', { name: 'File' }).textContent()).toContain(
    '500 of 2,000 rates sent, 50 rejected.',
  );
  await again.click();
  await focusOn(page.getByRole('heading', { name: '200 rows of 2,000 rejected' }));
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys[2]).toBe(keys[1]);
  const created = Number((await fact(page, 'New rates')).replace(',', ''));
  const unchanged = Number((await fact(page, 'Unchanged')).replace(',', ''));
  expect(created + unchanged).toBe(1_800);
  expect(await fact(page, 'Overlaps')).toBe('1');
  expect(await page.getByRole('table', { name: 'Overlaps' }).locator('tbody tr').textContent()).toBe(
    '33line 3Jan 1, 2030 to Jan 5, 2030Different',
  );
  const rejected = page.getByRole('table', { name: 'Rejected rows' });
  expect(await rejected.locator('tbody tr').count()).toBe(200);
  expect(await rejected.locator('tbody tr').first().textContent()).toMatch(/^11amount must be/);
  expect(await seriousFindings(page)).toEqual([]);
  expect(problems.filter((problem) => !problem.includes('ERR_CONNECTION_RESET'))).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'file of the rejected rows' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(201);
  expect(file).toContain('line,errors,Rate number,Customer');
  await choose(page, 'corrected.csv', file.replaceAll('call us', '999'));
  await page.getByRole('button', { name: 'Import 200 rates' }).click();
  await page.getByRole('heading', { name: 'All rates were imported' }).waitFor();
  expect(await fact(page, 'New rates')).toBe('200');
  await page.getByRole('link', { name: 'Show the contract rates' }).click();
  await page.getByRole('table', { name: 'Contract rates' }).waitFor();
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const all = await readFile(await (await exported).path(), 'utf8');
  expect(all.trim().split('\r\n')).toHaveLength(2_001);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Older rates.').waitFor();
  await page.getByLabel('Customer').fill('ACME');
  await page.getByLabel('Destination').fill('NV');
  await page.waitForURL(/destination=NV/);
  await page.getByRole('link', { name: /to NV/ }).first().waitFor();
  expect(await overflow(page)).toBe(0);
});

it('a file without the columns is rejected before it is sent', async () => {
  const { page } = await open('/contract-rates/import');
  const alert = page.getByRole('alert');
  await choose(page, 'rates.xlsx', 'PK');
  await alert.getByText('The file is not a CSV file.').waitFor();
  await choose(page, 'rates.csv', 'from,to\nUSSAV,GA');
  await alert.getByText(/columns are missing: equipment_type, rate_type, amount/).waitFor();
  await choose(page, 'rates.csv', HEADER);
  await alert.getByText('no rows below the header').waitFor();
  expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
});

it('a rate is entered with all its terms, changed and deleted', async () => {
  const { page } = await open('/contract-rates/new');
  await page.getByRole('button', { name: 'Create the rate' }).click();
  await focusOn(page.getByRole('combobox', { name: 'Origin' }));
  await page.getByText('Enter where moves start').waitFor();
  await page.getByLabel('Customer').fill('Globex');
  await page.getByLabel('Your id').fill('G-1');
  await page.getByRole('combobox', { name: 'Origin' }).fill('USSAV');
  await page.getByRole('combobox', { name: 'Destination' }).fill('Atlanta, GA');
  await page.getByLabel('Type').selectOption('per_mile');
  await page.getByLabel('Amount', { exact: true }).fill('2.85551');
  await page.getByLabel('Fuel', { exact: true }).selectOption('schedule');
  await page.getByLabel('Peg').fill('1.25');
  await page.getByLabel('Miles per gallon').fill('5.5');
  await page.getByLabel('Minimum').fill('400');
  await page.getByLabel('First day').fill('2030-01-01');
  await page.getByLabel('Last day').fill('2029-12-31');
  await page.getByRole('button', { name: 'Add a tier' }).click();
  await page.getByLabel('Loads a week of tier 1').fill('10');
  await page.getByLabel('Amount of tier 1').fill('2.7');
  await page.getByLabel('Add a price for an accessorial').selectOption('chassis');
  await page.getByLabel('Price of Chassis', { exact: true }).fill('40');
  await page.getByText('Enter a number from 0.0001 to 1,000 with at most 4 decimals.').waitFor();
  await page.getByText('Enter a day that is not before the first day.').waitFor();
  await page.getByLabel('Amount', { exact: true }).fill('2.8555');
  await page.getByLabel('Last day').fill('2030-12-31');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the rate' }).click();
  await page.getByRole('heading', { level: 1, name: 'USSAV to Atlanta, GA' }).waitFor();
  const [rate] = await ratesOf('external_id=G-1');
  expect(rate).toMatchObject({
    ...{ customer: 'Globex', rate_type: 'per_mile', amount: 2.8555, minimum: 400, fuel: 'schedule' },
    fuel_schedule: { peg: 1.25, miles_per_gallon: 5.5 },
    ...{ effective_from: '2030-01-01', effective_to: '2030-12-31' },
    tiers: [{ from_volume: 10, amount: 2.7 }],
    accessorial_overrides: { chassis: { rate: 40 } },
  });
  await page.getByLabel('Fuel', { exact: true }).selectOption('market');
  await page.getByRole('button', { name: 'Remove tier 1' }).click();
  await page.getByRole('button', { name: 'Save the rate' }).click();
  await page.getByText('Saved as version 2.').waitFor();
  expect((await ratesOf('external_id=G-1'))[0]).toMatchObject({ fuel: 'market', tiers: [], version: 2 });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await focusOn(page.getByRole('button', { name: 'Delete', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete the rate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contract rates' }).waitFor();
  expect(await ratesOf('external_id=G-1')).toEqual([]);
});

it('overlaps, warnings and errors of the API are shown, and nothing is overwritten', async () => {
  await createRate({ customer: 'Initech', external_id: 'I-1' });
  const { page } = await open('/contract-rates/new', { faults: true });
  await page.getByLabel('Customer').fill('Initech');
  await page.getByRole('combobox', { name: 'Origin' }).fill('Nowhere at all');
  await page.getByRole('combobox', { name: 'Destination' }).fill('Atlanta, GA');
  await page.getByLabel('Equipment').selectOption('container_40hc');
  await page.getByLabel('Amount', { exact: true }).fill('900');
  await page.getByLabel('First day').fill('2020-01-01');
  await page.getByRole('button', { name: 'Create the rate' }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Origin' }).getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('combobox', { name: 'Origin' }).fill('USSAV');
  await page.getByRole('button', { name: 'Create the rate' }).click();
  const note = page.getByRole('note').filter({ hasText: 'Check this rate' });
  await note.getByText(/with another price/).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const stored = await site.call<{ rate: object }>('GET', `${PATH}/${id}`);
  await site.call('PUT', `${PATH}/${id}`, { ...stored.rate, amount: 777 });
  await page.getByLabel('Amount', { exact: true }).fill('888');
  await page.getByRole('button', { name: 'Save the rate' }).click();
  await page.getByRole('alert').getByText('The rate was not saved').waitFor();
  await page.getByRole('button', { name: 'Discard my input and show the current version' }).click();
  await page.getByText('Version 2').waitFor();
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('777');
  // Without input, a page that is opened again follows a change.
  await page.getByRole('link', { name: 'Contract rates', exact: true }).first().click();
  await site.call('PUT', `${PATH}/${id}`, { ...stored.rate, amount: 666, version: 2 });
  await page.goBack();
  await page.getByText('Version 3').waitFor();
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('666');
});
