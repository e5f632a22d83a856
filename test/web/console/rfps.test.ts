import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { VIEWPORTS } from '../browser.ts';
import { consoleUnderTest, createRfp } from './console-under-test.ts';

/** Pricing starts a function of the local service, which takes long on a slow machine. */
const PRICED = { timeout: 120_000 };

const { site, open } = consoleUnderTest();

interface ReadRfp {
  readonly rfp: {
    readonly status: string;
    readonly margin_percent: number | null;
    readonly lanes: Readonly<Record<string, number>>;
  };
}

interface CreatedRfp {
  readonly rfp: {
    readonly rfp_id: string;
    readonly upload: {
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };
  };
}

const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const rfpOf = (page: Page) => site.call<ReadRfp>('GET', `/api/v1/rfps/${idOf(page)}`);
/** Waits until the header of the page shows a status. */
const shows = (page: Page, status: string) =>
  page.getByRole('banner').or(page.locator('main header')).getByText(status, { exact: true }).waitFor(PRICED);
const laneRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Lanes' }).getByRole('row').filter({ hasText: name });
const paste = async (page: Page, rows: readonly (readonly string[])[]) => {
  // The input of the control is hidden behind its label.
  await page.getByText('Paste', { exact: true }).click();
  await page.getByLabel('Rows of a spreadsheet').fill(rows.map((row) => row.join('\t')).join('\n'));
};
const confirm = async (page: Page, label: string, button: string) => {
  await page.getByRole('button', { name: label, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
};

it('pasted lanes are priced, get margins, are repriced, compared, awarded, exported, closed and deleted', async () => {
  const { page } = await open('/rfps', { faults: true });
  await page.getByText('No RFPs yet').waitFor();
  await page.getByRole('link', { name: 'New RFP' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Drayage 2027');
  await page.getByLabel('Customer', { exact: true }).fill('Acme');
  await paste(page, [
    ['Lane', 'From', 'Nach', 'Loads per week', 'Comment'],
    ['LA-PHX', 'USLAX', 'Phoenix, AZ', '12', 'as in 2026'],
    ['SAV-ATL', 'Port of Savannah', '30303', '4', '=SUM(A1)'],
    ['TYPO', 'Savanah Prt Xq', '30303', '1', ''],
  ]);
  await page.getByText('No column is used for the destination.').waitFor();
  await page.getByLabel('Use of the column Nach').selectOption('Destination');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'First lanes' }).getByText('Phoenix, AZ').waitFor();
  await page.getByRole('button', { name: 'Price the lanes' }).click();
  await page.waitForURL(/\/console\/rfps\/R-/);
  await page.getByRole('heading', { level: 1, name: 'Drayage 2027' }).waitFor();
  await shows(page, 'Priced');
  await laneRow(page, 'TYPO').getByText('Failed', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Lanes by confidence' }).getByText('Unknown place').waitFor();
  await page.getByRole('img', { name: 'Map of 2 lanes, which the table lists' }).waitFor();
  await page.getByLabel('Origin contains').fill('Savannah');
  await page.getByRole('img', { name: 'Map of 1 lane, which the table lists' }).waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByRole('img', { name: 'Map of 2 lanes, which the table lists' }).waitFor();

  await page.getByRole('button', { name: 'Margin', exact: true }).click();
  await page.getByRole('button', { name: 'Set the margin' }).click();
  await page.getByText(/^This field must be a number from 0 to 500/).waitFor();
  await page.route('**/api/v1/rfps/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
  );
  await page.getByRole('button', { name: 'Use the pricing strategy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/api/v1/rfps/*');
  await page.getByLabel('Margin in percent').fill('18');
  await page.getByRole('button', { name: 'Set the margin' }).click();
  await page.getByRole('region', { name: 'Totals' }).getByText('18%', { exact: true }).waitFor();
  await shows(page, 'Priced');
  await page.getByLabel('Select LA-PHX').check();
  await page.getByRole('button', { name: 'Price of the lanes' }).click();
  await page.getByLabel('Price', { exact: true }).selectOption('Margin, percent');
  await page.getByLabel('Each lane').fill('12.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await laneRow(page, 'LA-PHX').getByRole('cell', { name: '12.5% by hand' }).waitFor(PRICED);
  await shows(page, 'Priced');
  await page.getByLabel('Select LA-PHX').uncheck();
  await page.getByLabel('Select SAV-ATL').check();
  await page.getByRole('button', { name: 'Exclude' }).click();
  await laneRow(page, 'SAV-ATL').getByText('Excluded', { exact: true }).waitFor(PRICED);
  await shows(page, 'Priced');
  await page.getByRole('button', { name: 'Include' }).click();
  await laneRow(page, 'SAV-ATL')
    .getByText('Excluded', { exact: true })
    .waitFor({ state: 'detached', ...PRICED });
  await shows(page, 'Priced');
  const changed = await rfpOf(page);
  expect([changed.rfp.margin_percent, changed.rfp.lanes.excluded]).toEqual([18, 0]);

  await confirm(page, 'Reprice', 'Reprice the lanes');
  await page.getByRole('table', { name: 'Versions' }).waitFor(PRICED);
  await shows(page, 'Priced');
  await page.getByLabel('Compare with').selectOption('Version 1');
  // The market of the demo does not change within the test.
  await laneRow(page, 'LA-PHX').getByText('Change $0.00').waitFor();
  await page.getByLabel('Result').selectOption('Failed');
  await laneRow(page, 'LA-PHX').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?status=failed');
  await page.getByRole('button', { name: 'Clear the filter' }).click();

  await page.getByLabel('Select LA-PHX').check();
  await page.getByRole('button', { name: 'Award the lanes' }).click();
  await page.getByLabel('Reason').fill('=HYPERLINK("x")');
  await page.getByRole('button', { name: 'Record as won' }).click();
  await laneRow(page, 'LA-PHX').getByText('Won', { exact: true }).waitFor();
  // Awarded prices stay as they are; the other lanes are corrected in place.
  expect(await page.getByRole('button', { name: /Margin|Reprice|Change LA-PHX/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Change TYPO' }).click();
  await page.getByLabel('Lane origin').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').locator('[aria-invalid="true"]').waitFor();
  await page.getByLabel('Lane origin').fill('Port of Savannah');
  await page.getByLabel('Price', { exact: true }).selectOption('Total, USD');
  await page.getByLabel('Total, USD').fill('2,500');
  await page.getByRole('button', { name: 'Save' }).click();
  await laneRow(page, 'TYPO').getByText('$2,500.00').waitFor(PRICED);
  await page.getByRole('region', { name: 'Totals' }).getByText('2 lanes, ').waitFor();
  await page.getByRole('button', { name: 'Contract rates' }).click();
  await page.getByLabel('First day').fill('2027-01-01');
  await page.getByRole('button', { name: 'Make the rates' }).click();
  await page.getByText('1 contract rate.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Contract rates' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(5);
  expect(csv).toContain(`won,"'=HYPERLINK(""x"")"`);

  await confirm(page, 'Close', 'Close the RFP');
  await shows(page, 'Closed');
  expect(await page.getByRole('button', { name: /Award|Close$/ }).count()).toBe(0);
  await confirm(page, 'Delete', 'Delete the RFP');
  await page.getByText('No RFPs yet').waitFor();
});

it('the results of more than 1,000 lanes are a file that the browser downloads', async () => {
  const { rfp } = await site.call<CreatedRfp>('POST', '/api/v1/rfps', { name: 'Large', source: 'upload' });
  const LANES = 1_100;
  const rows = Array.from({ length: LANES }, (_, at) => `L${at};USLAX;Phoenix, AZ`);
  const { method, url, headers } = rfp.upload;
  const sent = await fetch(url, { method, headers, body: ['lane_id;from;to', ...rows].join('\n') });
  expect(sent.status).toBe(200);
  const { page, problems } = await open(`/rfps/${rfp.rfp_id}`, { faults: true });
  await shows(page, 'Priced');
  const download = page.waitForEvent('download', PRICED);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`${rfp.rfp_id}-results.csv`);
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(1 + LANES);
  await page.getByRole('heading', { level: 1, name: 'Large' }).waitFor();
  await site.call('DELETE', `/api/v1/rfps/${rfp.rfp_id}`);
  // The console asks until the file is written.
  expect(problems.filter((problem) => !/409.*results\.csv\?redirect=false/.test(problem))).toEqual([]);
});

it('a file is read below its titles, sent unchanged with what a person stated, and read the same way again', async () => {
  const { page } = await open('/rfps/new');
  const markup = '<img src=x onerror=alert(1)>';
  await page.getByLabel('Name', { exact: true }).fill(markup);
  const rows = [
    '\ufeffsep=;',
    'Bid of Acme;;;;;',
    '',
    `Ref;Port;Anmerkung;Stadt;Drop zip;${markup}`,
    'A;USLAX;x;Phoenix;85003;"a;b"',
    'B;USNYC;y;Allentown;18101;=1+1',
    'Total;;;;;2',
  ];
  const choose = () =>
    page
      .getByLabel('Excel or CSV file')
      .setInputFiles({ name: 'lanes.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  const preview = page.getByRole('table', { name: 'First lanes' });
  await choose();
  await preview.getByText('18101', { exact: true }).waitFor();
  await page.getByLabel('Use of the column Stadt').selectOption('Destination city');
  await preview.getByText('Allentown, 18101').waitFor();
  const creation = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Price the lanes' }).click();
  expect((await creation).postDataJSON()).toMatchObject({
    source: 'upload',
    columns: { Stadt: 'destination_city' },
  });
  await page.waitForURL(/\/console\/rfps\/R-/, PRICED);
  await page.getByRole('heading', { level: 1, name: markup }).waitFor();
  await shows(page, 'Priced');
  await laneRow(page, 'Allentown').waitFor();
  expect((await rfpOf(page)).rfp.lanes).toMatchObject({ total: 2, priced: 2 });
  const columns = page.getByRole('region', { name: 'Columns of the file' }).first();
  await columns.getByText('4 columns read, 2 not read.').waitFor();
  await columns.getByText('Show the columns').click();
  await columns.getByRole('row', { name: 'Stadt Destination city' }).waitFor();
  const answer = await fetch(`${site.url}/api/v1/rfps/${idOf(page)}/results.csv`, {
    headers: { 'x-api-key': site.key },
  });
  const [header, first] = (await answer.text()).split('\r\n');
  expect(header).toContain(`Ref,Port,Anmerkung,Stadt,Drop zip,${markup},status,`);
  expect(first?.startsWith('A,USLAX,x,Phoenix,85003,a;b,priced,')).toBe(true);
  expect(await page.locator('img').count()).toBe(0);
  await site.call('DELETE', `/api/v1/rfps/${idOf(page)}`);

  await page.getByRole('link', { name: 'RFPs', exact: true }).first().click();
  await page.getByRole('link', { name: 'New RFP' }).click();
  await choose();
  await preview.getByText('Allentown, 18101').waitFor();
});

it('a creation during which the network is lost makes one RFP, and sends its file once', async () => {
  const { page } = await open('/rfps/new', { faults: true });
  await page.getByLabel('Name', { exact: true }).fill('Lost');
  const buffer = Buffer.from('From,To\nUSLAX,"Phoenix, AZ"\n');
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'lanes.csv', mimeType: 'text/csv', buffer });
  let tries = 0;
  await page.route('**/organizations/**', async (route) => {
    tries += 1;
    if (tries > 2) return route.continue();
    // The second try reaches the service, and its answer is lost.
    if (tries === 2) await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Price the lanes' }).click();
  for (const _ of [1, 2]) {
    await page.getByText('The file was not sent completely').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
  }
  await page.waitForURL(/\/console\/rfps\/R-/, PRICED);
  await shows(page, 'Priced');
  const { rfps } = await site.call<{ rfps: { rfp_id: string }[] }>('GET', '/api/v1/rfps');
  expect([tries, rfps.map(({ rfp_id }) => rfp_id)]).toEqual([3, [idOf(page)]]);
  await site.call('DELETE', `/api/v1/rfps/${idOf(page)}`);
});

it('leaving the page while a file is sent asks', async () => {
  const { page } = await open('/rfps/new', { faults: true });
  await page.getByLabel('Name', { exact: true }).fill('Interrupted');
  const buffer = Buffer.from('origin,destination\r\nUSLAX,"Phoenix, AZ"\r\n');
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'lanes.csv', mimeType: 'text/csv', buffer });
  let arrived = () => {};
  const isSent = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // The file is never stored: the transfer lasts until the person leaves.
  await page.route(
    () => true,
    (route) => (route.request().method() === 'PUT' ? arrived() : route.continue()),
  );
  await page.getByRole('button', { name: 'Price the lanes' }).click();
  await isSent;
  await page.getByRole('link', { name: 'Quotes', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The lanes were not sent completely.').waitFor();
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  expect(page.url()).toMatch(/rfps\/new$/);
  await page.getByRole('link', { name: 'Quotes', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL(/\/console\/quotes$/);
  const { rfps } = await site.call<{ rfps: { rfp_id: string }[] }>('GET', '/api/v1/rfps');
  expect(rfps).toMatchObject([{ name: 'Interrupted', status: 'awaiting_upload' }]);
  await site.call('DELETE', `/api/v1/rfps/${rfps[0]?.rfp_id}`);
});

it('the reason of a failed lane is in view without scrolling sideways on a phone', async () => {
  const id = await createRfp(site);
  const { page } = await open(`/rfps/${id}`, { viewport: 'phone' });
  const reason = page.getByRole('table', { name: 'Lanes' }).getByText('Savanah Prt Xq').last();
  const { x = -1, width = 0 } = (await reason.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(0);
  expect(x + width).toBeLessThan(VIEWPORTS.phone.width);
  await site.call('DELETE', `/api/v1/rfps/${id}`);
});

it('a save that was begun in an earlier opening does not close the dialog', async () => {
  const id = await createRfp(site);
  const { page } = await open(`/rfps/${id}`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/v1/rfps/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  const dialog = page.getByRole('dialog', { name: 'Margin of the RFP' });
  const margin = dialog.getByLabel('Margin in percent');
  const openMargin = () => page.getByRole('button', { name: 'Margin', exact: true }).click();
  await openMargin();
  await margin.fill('12');
  await dialog.getByRole('button', { name: 'Set the margin' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await openMargin();
  await margin.fill('99');
  release();
  // The page shows the first save, and the second input stays.
  await page.getByText('12%', { exact: true }).first().waitFor(PRICED);
  expect(await margin.inputValue()).toBe('99');
  await site.call('DELETE', `/api/v1/rfps/${id}`);
});
