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

const importFile = (page: Page) => page.getByRole('button', { name: 'Import this file' }).click();
/** Many rates of few lanes are written one after the other, which takes minutes on a slow machine. */
const ended = (page: Page, title: string) =>
  page.getByRole('status').getByText(title, { exact: true }).waitFor({ timeout: 400_000 });

it('1,100 rates with 110 bad rows are imported once, and the bad rows are reported by line', async () => {
  const { page, problems } = await open('/contract-rates', { faults: true });
  await page.getByRole('link', { name: 'Import a file' }).click();
  await choose(page, 'rates.csv', fileOf('Acme', 1_100));
  const uploads: string[] = [];
  await page.route(`**${PATH}/uploads`, async (route) => {
    const response = await route.fetch();
    uploads.push(((await response.json()) as { upload: { upload_id: string } }).upload.upload_id);
    await route.fulfill({ response });
  });
  let tries = 0;
  await page.route('**/organizations/**', async (route) => {
    tries += 1;
    // The file arrives with the first try, and the browser never gets the answer.
    if (tries > 1) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await importFile(page);
  await page.getByRole('alert').getByText('The file was not sent completely').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await focusOn(page.getByRole('heading', { name: 'rates.csv' }));
  expect([tries, new Set(uploads).size]).toEqual([2, 1]);
  await ended(page, 'Imported');
  expect(await fact(page, 'New rates')).toBe('990');
  expect(await fact(page, 'Rejected rows')).toBe('110');
  expect(await fact(page, 'Overlaps')).toBe('1');
  expect(await page.getByRole('table', { name: 'Overlaps' }).locator('tbody tr').textContent()).toMatch(
    /^33C-.*Jan 1, 2030 to Jan 5, 2030Different$/,
  );
  const rejected = page.getByRole('table', { name: 'Rejected rows' });
  expect(await rejected.locator('tbody tr').count()).toBe(20);
  expect(await rejected.locator('tbody tr').first().textContent()).toMatch(/^11.*"call us"/);
  expect(await seriousFindings(page)).toEqual([]);
  expect(problems.filter((problem) => !/ERR_CONNECTION_RESET|412/.test(problem))).toEqual([]);

  // The address has the upload.
  await page.reload();
  await ended(page, 'Imported');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all rejected rows' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(111);
  expect(file).toContain('line,reason,header,value,Rate number,Customer');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, 'corrected.csv', file.replaceAll('call us', '999'));
  await importFile(page);
  await page.getByRole('heading', { name: 'corrected.csv' }).waitFor();
  await ended(page, 'Imported');
  expect(await fact(page, 'New rates')).toBe('110');
  await page.getByRole('link', { name: 'Show the contract rates' }).click();
  await page.getByRole('table', { name: 'Contract rates' }).waitFor();
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const all = await readFile(await (await exported).path(), 'utf8');
  expect(all.trim().split('\r\n')).toHaveLength(1_101);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Older rates.').waitFor();
  await page.getByLabel('Customer').fill('ACME');
  await page.getByLabel('Destination').fill('NV');
  await page.waitForURL(/destination=NV/);
  await page.getByRole('link', { name: /to NV/ }).first().waitFor();
  expect(await overflow(page)).toBe(0);
});

it('a rate is entered with all its terms, changed and deleted', async () => {
  // The API rejects one of the tables.
  const { page } = await open('/contract-rates/new', { faults: true });
  await page.getByRole('button', { name: 'Create the rate' }).click();
  await focusOn(page.getByRole('combobox', { name: 'Origin' }));
  await page.getByText('This field must not be empty.').first().waitFor();
  await page.getByLabel('Customer').fill('Globex');
  await page.getByLabel('Your id').fill('G-1');
  await page.getByRole('combobox', { name: 'Origin' }).fill('USSAV');
  await page.getByRole('combobox', { name: 'Destination' }).fill('Atlanta, GA');
  await page.getByLabel('Type').selectOption('per_mile');
  await page.getByLabel('Amount', { exact: true }).fill('2.85551');
  await page.getByLabel('Fuel', { exact: true }).selectOption('peg');
  await page.getByLabel('Diesel price').selectOption('US');
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
  await page.getByLabel('Add a price for an accessorial').selectOption('detention');
  await page.getByLabel('Price of Detention', { exact: true }).fill('95');
  await page.getByLabel('Free hours of Detention').fill('1');
  await page.getByRole('button', { name: 'Create the rate' }).click();
  await page.getByText(/This field must be a number from 0.0001 to/).waitFor();
  await page.getByText(/This field must not be before/).waitFor();
  await page.getByLabel('Amount', { exact: true }).fill('2.8555');
  await page.getByLabel('Last day').fill('2030-12-31');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the rate' }).click();
  await page.getByRole('heading', { level: 1, name: 'USSAV to Atlanta, GA' }).waitFor();
  const [rate] = await ratesOf('external_id=G-1');
  expect(rate).toMatchObject({
    ...{ customer: 'Globex', rate_type: 'per_mile', amount: 2.8555, minimum: 400 },
    fuel: { method: 'per_mile', peg: 1.25, miles_per_gallon: 5.5, region: 'US', miles: 'one_way' },
    ...{ effective_from: '2030-01-01', effective_to: '2030-12-31' },
    tiers: [{ from_volume: 10, amount: 2.7 }],
    accessorial_overrides: { chassis: { rate: 40 }, detention: { rate: 95, free_time: 1 } },
  });
  await page.getByLabel('Fuel', { exact: true }).selectOption('table');
  const rows = page.getByLabel('Rows of the table');
  await rows.fill('3.00-3.05=18%\n3.05');
  await page.getByRole('button', { name: 'Save the rate' }).click();
  await page.getByText('Row 2 is not a row such as').waitFor();
  await rows.fill('3.00-3.10=18%\n3.05+=19%');
  await page.getByRole('button', { name: 'Save the rate' }).click();
  await page.getByText('Row 1: This field must not be greater than from of the next row.').waitFor();
  await rows.fill('3.00-3.05=18%\n3.05+=19%');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save the rate' }).click();
  await page.getByText('Saved as version 2.').waitFor();
  expect((await ratesOf('external_id=G-1'))[0]).toHaveProperty('fuel', {
    ...{ method: 'table', region: 'US' },
    rows: [
      { from: 3, to: 3.05, percent: 18 },
      { from: 3.05, percent: 19 },
    ],
  });
  await page.getByLabel('Fuel', { exact: true }).selectOption('market');
  await page.getByRole('button', { name: 'Remove tier 1' }).click();
  await page.getByRole('button', { name: 'Save the rate' }).click();
  await page.getByText('Saved as version 3.').waitFor();
  expect((await ratesOf('external_id=G-1'))[0]).toMatchObject({ fuel: 'market', tiers: [], version: 3 });
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
  await page.getByRole('heading', { level: 1, name: 'Contract rates', exact: true }).waitFor();
  await site.call('PUT', `${PATH}/${id}`, { ...stored.rate, amount: 666, version: 2 });
  await page.goBack();
  await page.getByText('Version 3').waitFor();
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('666');
});
