import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser, watchedPage } from '../browser.ts';
import {
  type ConsoleUnderTest,
  createQuote,
  dayAhead,
  focusOn,
  openConsole,
  startConsole,
} from './console-under-test.ts';

interface Quote {
  readonly quote_id: string;
  readonly outcome: string;
  readonly rate_source: { readonly type: string };
  readonly pricing: { readonly base_rate: number; readonly total_rate: number };
  readonly margin: { readonly amount: number };
}

let site: ConsoleUnderTest;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startConsole(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const RATES = 2_000;
const STATES =
  'AL AZ AR CA CO CT DE FL GA ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY'.split(' ');
/** Flat rates of 67 customers to 30 states. "Customer 0" has 508 USD to Georgia. */
const RATE_FILE = [
  'Rate number,Customer,From,To,Equipment,Rate type,Rate,Fuel,Start date',
  ...Array.from({ length: RATES }, (_, index) => {
    const customer = `Customer ${Math.floor(index / STATES.length)}`;
    return `R-${index},${customer},USSAV,${STATES[index % STATES.length]},40HC,flat,${500 + index},included,2020-01-01`;
  }),
].join('\n');
const CONTRACT_CITIES = ['Atlanta, GA', 'Birmingham, AL', 'Jacksonville, FL'];
const MARKET_CITIES = ['Charlotte, NC', 'Nashville, TN', 'Columbia, SC', 'Raleigh, NC'];
const CITIES_BY_PAGE = ['Atlanta, GA', 'Macon, GA', 'Charlotte, NC'];

const quoteOf = async (id: string) =>
  (await site.call<{ quote: Quote }>('GET', `/api/v1/quotes/${id}`)).quote;
const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const averageOf = (amounts: readonly number[]) =>
  dollars(Math.round((amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length) * 100) / 100);

const open = (page: Page, path: string) =>
  page.getByRole('link', { name: path, exact: true }).first().click();
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const fact = async (page: Page, name: string) =>
  (await page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('..')
    .locator('dd')
    .textContent()) ?? '';

async function quoteByPage(page: Page, destination: string): Promise<string> {
  await open(page, 'Quotes');
  await title(page, 'Quotes');
  await open(page, 'New quote');
  await page.getByRole('combobox', { name: 'Origin' }).fill('USSAV');
  await page.getByRole('combobox', { name: 'Destination' }).fill(destination);
  await page.getByLabel('Equipment').selectOption('container_40hc');
  await page.getByLabel('Pickup date').fill(dayAhead(3));
  await page.getByLabel('Customer', { exact: true }).fill('Customer 0');
  await page.getByRole('button', { name: 'Make the quote' }).click();
  await title(page, / to /);
  return page.url().split('/').at(-1) ?? '';
}

it('rates are imported, lanes are quoted and decided, a sheet is shared, and the report has the same figures', async () => {
  const { page, problems } = await openConsole(browser, site, '/contract-rates/import');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'rates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(RATE_FILE),
  });
  await page.getByRole('button', { name: 'Import 2,000 rates' }).click();
  await focusOn(page.getByRole('heading', { name: 'All rates were imported' }));
  expect(await fact(page, 'New rates')).toBe('2,000');

  const ids: string[] = [];
  for (const destination of CITIES_BY_PAGE) ids.push(await quoteByPage(page, destination));
  const fields = { origin: 'USSAV', pickup_date: dayAhead(3), special_requirements: [] };
  for (const destination of [...CONTRACT_CITIES, ...MARKET_CITIES])
    ids.push(await createQuote(site, { ...fields, destination, customer: 'Customer 0' }));
  const [revised = '', declined = '', converted = ''] = ids;
  expect(ids).toHaveLength(10);
  expect((await quoteOf(revised)).rate_source.type).toBe('contract');
  expect((await quoteOf(revised)).pricing.base_rate).toBe(508);
  expect((await quoteOf(converted)).rate_source.type).toBe('market');

  await page.goto(`${site.url}/console/quotes/${revised}`);
  await open(page, 'Revise');
  await page.getByLabel('Price from').selectOption('spot');
  await page.getByRole('button', { name: 'Make the revision' }).click();
  await page.getByText('Revises', { exact: true }).waitFor();
  const revision = page.url().split('/').at(-1) ?? '';

  await page.goto(`${site.url}/console/quotes/${declined}`);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByLabel('Reason').selectOption('capacity');
  await page.getByRole('button', { name: 'Decline the quote' }).click();
  await focusOn(page.getByRole('region', { name: 'The quote was declined' }));

  await page.goto(`${site.url}/console/quotes/${converted}`);
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await page.getByRole('button', { name: 'Convert the quote' }).click();
  await focusOn(page.getByRole('region', { name: 'The quote was converted' }));
  const states = await Promise.all([revised, declined, converted, revision].map(quoteOf));
  expect(states.map(({ outcome }) => outcome)).toEqual(['superseded', 'lost', 'won', 'open']);

  await open(page, 'Open sheet');
  await page.getByRole('button', { name: 'Create a share link' }).click();
  await page.getByLabel('Days until the link expires').fill('30');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await focusOn(page.getByRole('region', { name: 'Copy the link now' }));
  const url = (await page.getByRole('link', { name: /shared-quotes/ }).textContent()) ?? '';
  expect(await fact(page, 'Views')).toBe('0');
  const customer = await watchedPage(browser, site.url, 'desktop');
  await customer.page.goto(url);
  const { pricing } = await quoteOf(converted);
  await customer.page.getByText(dollars(pricing.total_rate)).first().waitFor();
  expect(await customer.page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
  expect(customer.problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  await customer.page.context().close();
  await page.reload();
  await page.getByRole('table', { name: 'Price' }).waitFor();
  await page.getByText('Last view').waitFor();
  expect(await fact(page, 'Views')).toBe('1');

  await open(page, 'Reports');
  await page.getByRole('table', { name: 'Report on quotes' }).waitFor();
  const remaining = await Promise.all([revision, ...ids.slice(1)].map(quoteOf));
  const won = await quoteOf(converted);
  const total = page.getByRole('region', { name: 'All quotes' });
  const figures = await total.locator('dd').allTextContents();
  expect(figures.slice(0, 5)).toEqual(['10', '1', '1', '1', '50%']);
  expect(figures[5]).toContain(averageOf(remaining.map(({ margin }) => margin.amount)));
  expect(figures[6]).toContain(dollars(won.margin.amount));
  await page.getByLabel('Group by').selectOption('lane');
  await page.waitForURL(/group=lane/);
  const rows = page.getByRole('table', { name: 'Report on quotes' }).locator('tbody tr');
  await rows.filter({ hasText: 'Charlotte' }).waitFor();
  const cellsOf = (city: string) => rows.filter({ hasText: city }).locator('td').allTextContents();
  expect((await cellsOf('Charlotte')).slice(0, 5)).toEqual(['2', '1', '0', '0', '100%']);
  expect((await cellsOf('Macon')).slice(0, 5)).toEqual(['1', '0', '1', '0', '0%']);
  expect((await cellsOf('Atlanta')).slice(0, 5)).toEqual(['2', '0', '0', '1', '–']);
  // The sheet page asks for a link before there is one.
  const isExpected = (problem: string) => problem.includes(`/quotes/${converted}/share`);
  expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
  await page.context().close();
});
