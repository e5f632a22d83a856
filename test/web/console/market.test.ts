import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { consoleUnderTest, dayAhead } from './console-under-test.ts';

const { site, open } = consoleUnderTest();

const HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';
const row = (usd: number, terminal = 'APM Elizabeth Terminal') =>
  `${dayAhead(-5)},${terminal},Allentown,PA,18101,40HC,${usd},true,`;
const csvFile = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...rows, ''].join('\n')),
});

const chooseAndImport = async (page: Page, file: ReturnType<typeof csvFile>) => {
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Import this file' }).click();
};
const ended = (page: Page, title: string) =>
  page.getByRole('status').getByText(title, { exact: true }).waitFor();

it('a file is imported, and its rejected rows are shown and downloaded', async () => {
  const { page } = await open('/market');
  await page.getByText('No loads yet').waitFor();
  await page.getByText('Loads of test keys are never shared.').waitFor();
  const name = '<img src=x onerror=alert(1)>.csv';
  await chooseAndImport(page, csvFile(name, [row(610), row(620), row(630, 'Nowhere <b>Terminal</b>')]));
  await ended(page, 'Imported');
  await page.getByRole('heading', { name }).waitFor();
  const rejected = page.getByRole('table', { name: 'Rejected rows' });
  expect(await rejected.getByRole('row').nth(1).textContent()).toMatch(/^4origin "Nowhere <b>Terminal<\/b>"/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all rejected rows' }).click();
  const list = await readFile(await (await download).path(), 'utf8');
  expect(list.split('\n')[0]).toBe(`\uFEFFline,reason,header,value,${HEADER}`);
  expect(list).toContain('Nowhere <b>Terminal</b>');
  const loads = page.getByRole('region', { name: 'Your loads' });
  await loads.getByRole('table', { name: 'Loads by market' }).waitFor();
  // The address has the upload.
  await page.reload();
  await ended(page, 'Imported');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
});

it('a lost connection loses nothing: before the file arrived, and after', async () => {
  const { page } = await open('/market', { faults: true });
  const created: string[] = [];
  // Read on the way to the page: the browser may drop the body of an answer that the page has read.
  await page.route('**/api/v1/market/uploads', async (route) => {
    const response = await route.fetch();
    created.push(((await response.json()) as { data: { id: string } }).data.id);
    await route.fulfill({ response });
  });
  let tries = 0;
  await page.route('**/organizations/**', async (route) => {
    tries += 1;
    if (tries > 2) return route.continue();
    // The second try reaches the service, and its answer is lost.
    if (tries === 2) await route.fetch();
    return route.abort();
  });
  await chooseAndImport(page, csvFile('lost.csv', [row(710), row(720)]));
  for (const nth of [1, 2]) {
    // The second message has the same text as the first.
    await eventually(
      async () => tries,
      (made) => made === nth,
    );
    await page.getByText('The file was not sent completely').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
  }
  await ended(page, 'Imported');
  expect(tries).toBe(3);
  expect(new Set(created).size).toBe(1);
  const { data } = await site.call<{ data: { rows: object } }>('GET', `/api/v1/market/uploads/${created[0]}`);
  expect(data.rows).toEqual({ read: 2, imported: 2, duplicates: 0, rejected: 0 });
});

it('a file that cannot be imported is not sent; a person says what its columns mean, once', async () => {
  const { page } = await open('/market');
  await page.getByLabel('CSV file').setInputFiles({ ...csvFile('loads.pdf', []), mimeType: '' });
  await page.getByText('neither a text file').waitFor();
  expect(await page.getByRole('button', { name: 'Import this file' }).count()).toBe(0);
  const named = (name: string, rows: readonly string[]) => ({
    ...csvFile(name, []),
    buffer: Buffer.from([HEADER.replace('date', 'Created'), ...rows].join('\n')),
  });
  await page.getByLabel('CSV file').setInputFiles(named('first.csv', [row(810)]));
  await page.getByText('No column is used for the date.').waitFor();
  expect(await page.getByRole('button', { name: 'Import this file' }).isDisabled()).toBe(true);
  await page.getByLabel('Use of the column Created').selectOption('Date');
  await page.getByRole('button', { name: 'Import this file' }).click();
  await ended(page, 'Imported');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await chooseAndImport(page, named('second.csv', [row(820)]));
  await ended(page, 'Imported');
});
