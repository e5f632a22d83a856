import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consoleUnderTest, focusOn } from './console-under-test.ts';

/** Pricing starts a function of the local service, which takes long on a slow machine. */
const PRICED = { timeout: 120_000 };

const { site, open } = consoleUnderTest();

const MESSY = [
  'Peña Imports - Drayage 2027;;;;;;',
  'Lane #;Ship From;Dest. City;Dest ST;Equip;Loads / wk;Wt (lbs)',
  'P-1;APM Terminals Pier 400;Ontario;CA;40HC;12;38,500',
  'P-2;Port of Long Beach;Fontana;CA;40HC;8;44k',
  'P-3;USOAK;Tracy;CA;45G1;3,5;',
  'P-4;Pier 4000;Riverside;CA;40HC;2;',
  'TOTAL;;;;;25,5;',
].join('\r\n');

const laneRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Lanes' }).getByRole('row').filter({ hasText: name });
const shows = (page: Page, status: string) =>
  page.getByRole('banner').or(page.locator('main header')).getByText(status, { exact: true }).waitFor(PRICED);
const require5DaysOfStorage = async (page: Page) => {
  await page.getByLabel('Special requirements').first().fill('storage');
  await page
    .getByRole('option', { name: /storage/i })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await page.getByLabel(/^Quantity of .*storage/i).fill('5');
};
const addStops = async (page: Page, ...stops: readonly string[]) => {
  for (const [index, stop] of stops.entries()) {
    await page.getByRole('combobox', { name: `Stop ${index + 1}` }).fill(stop);
    await page.keyboard.press('Escape');
  }
};

it('the day of a pricing desk: an RFP by file, corrections, prices, an award, rates, a quote, its sheet and the report', async () => {
  await site.call('POST', '/api/v1/customers', { name: 'Peña Imports, Inc.', aliases: ['Pena Imports'] });
  const { page, problems } = await open('/rfps/new', { faults: true });
  await page.getByLabel('Name', { exact: true }).fill('Drayage 2027');
  await page.getByLabel('Customer', { exact: true }).fill('Pena Imports');
  const buffer = Buffer.from(MESSY, 'latin1');
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'lanes.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('table', { name: 'First lanes' }).getByText('38500').waitFor();
  await page.getByRole('button', { name: 'Price the lanes' }).click();
  await page.waitForURL(/\/console\/rfps\/R-/, PRICED);
  await shows(page, 'Priced');

  await laneRow(page, 'P-4').getByText('Failed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change P-4' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Lane origin').fill('APM Terminals Pier 400');
  // Leaves the field, whose suggestions cover the form.
  await dialog.getByLabel('Lane origin').press('Tab');
  await addStops(page, 'Carson, CA');
  await require5DaysOfStorage(page);
  await dialog.getByLabel('Weight, lb').fill('46,000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await laneRow(page, 'P-4').getByText('via Carson, CA').waitFor(PRICED);
  await shows(page, 'Priced');
  const rfpId = new URL(page.url()).pathname.split('/').at(-1);
  const { lanes } = await site.call<{ lanes: object[] }>('GET', `/api/v1/rfps/${rfpId}/lanes`);
  expect(lanes[3]).toMatchObject({
    ...{ stops: ['Carson, CA'], quantities: { storage: 5 }, weight_lbs: 46_000 },
    pricing: { accessorial_charges: { storage: 250, stop_off: 100, overweight: expect.any(Number) } },
  });

  const totals = { 'P-1': '720.50', 'P-2': '910', 'P-3': '845.25' };
  // A dialog with a field for each lane: few clicks for many prices.
  for (const name of Object.keys(totals)) await page.getByLabel(`Select ${name}`).check();
  await page.getByRole('button', { name: 'Price of the lanes' }).click();
  for (const [name, total] of Object.entries(totals))
    await dialog.getByLabel(name, { exact: true }).fill(name === 'P-2' ? 'much' : total);
  await page.keyboard.press('Enter');
  await focusOn(dialog.getByLabel('P-2', { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(totals['P-2']);
  await page.keyboard.press('Enter');
  for (const [name, total] of Object.entries(totals))
    await laneRow(page, name)
      .getByText(`$${Number(total).toFixed(2)}`)
      .waitFor(PRICED);
  await shows(page, 'Priced');

  await page.getByLabel('Select P-3').uncheck();
  await page.getByRole('button', { name: 'Award the lanes' }).click();
  await page.getByRole('button', { name: 'Record as won' }).click();
  await laneRow(page, 'P-2').getByText('Won', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Contract rates' }).click();
  await page.getByLabel('First day').fill('2027-01-01');
  await page.getByRole('button', { name: 'Make the rates' }).click();
  await page.getByText('2 contract rates.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('link', { name: 'Quotes', exact: true }).first().click();
  await page.getByRole('link', { name: 'New quote' }).first().click();
  await page.getByRole('combobox', { name: 'Origin' }).fill('APM Terminals Pier 400');
  await page.getByRole('combobox', { name: 'Destination' }).fill('Ontario, CA');
  await addStops(page, 'Carson, CA', 'Compton, CA');
  await require5DaysOfStorage(page);
  await page.getByLabel('Customer', { exact: true }).fill('Pena Imports');
  await page.getByLabel('Total, USD').fill('900');
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.getByRole('region', { name: 'Price before the quote' }).getByText('$900.00').waitFor(PRICED);
  await page.getByRole('button', { name: 'Make the quote' }).click();
  await page.getByRole('heading', { level: 1, name: / to / }).waitFor(PRICED);
  await page.getByRole('link', { name: 'Open sheet' }).click();
  await page.getByText('$900.00').first().waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Decline' }).click();
  await dialog.getByLabel('Reason').selectOption('price');
  await dialog.getByRole('button', { name: 'Decline the quote' }).click();
  await page.getByText('Declined', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Reports', exact: true }).first().click();
  await page.getByLabel('Group by').selectOption('customer');
  await page.getByLabel('Quotes', { exact: true }).selectOption('all');
  const row = page
    .getByRole('table', { name: 'Report on quotes' })
    .locator('tbody tr')
    .filter({ hasText: 'Peña' });
  // Four lanes and a quote; two lanes are won, and the quote is lost.
  await row.locator('td').filter({ hasText: /^5$/ }).waitFor();
  expect((await row.locator('td').allTextContents()).slice(0, 3)).toEqual(['5', '2', '1']);
  // A price that is no number, and a quote without a share link.
  expect(problems.filter((problem) => !/400.*\/rfps\/|404.*\/share/.test(problem))).toEqual([]);
});

it('a deletion that failed is not that of the next customer, and a deleted customer is created again', async () => {
  for (const name of ['Globex', 'Initech']) await site.call('POST', '/api/v1/customers', { name });
  const { page } = await open('/customers', { faults: true });
  const table = page.getByRole('table', { name: 'Customers' });
  const dialog = page.getByRole('dialog', { name: /^(Globex|Initech|Hooli|New customer)$/ });
  const openCustomer = (name: string) => table.getByRole('button', { name }).click();
  const remove = async () => {
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete the customer' }).click();
  };
  await page.route('**/api/v1/customers/*', (route) => route.abort('connectionreset'));
  await openCustomer('Globex');
  await remove();
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.unroute('**/api/v1/customers/*');
  await openCustomer('Initech');
  await dialog.getByLabel('Name').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const isLast of [false, true]) {
    await page.getByRole('button', { name: 'New customer' }).click();
    await dialog.getByLabel('Name').fill('Hooli');
    await dialog.getByRole('button', { name: 'Save the customer' }).click();
    await table.getByRole('button', { name: 'Hooli' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    if (isLast) break;
    await openCustomer('Hooli');
    await remove();
    await table.getByRole('button', { name: 'Hooli' }).waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
  }
});
