import { expect, it } from '@jest/globals';
import { consoleUnderTest, createQuote, dayAhead } from './console-under-test.ts';

interface Quote {
  readonly outcome: string;
  readonly pricing: { readonly total_rate: number };
  readonly margin: { readonly amount: number };
}

const { site, open, watch } = consoleUnderTest();

const quoteOf = async (id: string) =>
  (await site.call<{ quote: Quote }>('GET', `/api/v1/quotes/${id}`)).quote;
const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const averageOf = (amounts: readonly number[]) =>
  dollars(
    Math.round(amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / amounts.length) / 100,
  );

it('a report has the figures of the quotes: won, lost and revised ones, and their margins', async () => {
  const cities = ['Atlanta, GA', 'Macon, GA', 'Charlotte, NC', 'Nashville, TN'];
  const ids: string[] = [];
  for (const destination of cities) ids.push(await createQuote(site, { origin: 'USSAV', destination }));
  const [revised = '', declined = '', converted = ''] = ids;
  const { quote } = await site.call<{ quote: { quote_id: string } }>(
    'POST',
    `/api/v1/quotes/${revised}/revise`,
    {},
  );
  await site.call('POST', `/api/v1/quotes/${declined}/decline`, { reason: 'capacity' });
  await site.call('POST', `/api/v1/quotes/${converted}/convert`, {});

  const { page } = await open('/reports');
  await page.getByRole('table', { name: 'Report on quotes' }).waitFor();
  const remaining = await Promise.all([quote.quote_id, ...ids.slice(1)].map(quoteOf));
  const won = await quoteOf(converted);
  const figures = await page.getByRole('region', { name: 'All quotes' }).locator('dd').allTextContents();
  expect(figures.slice(0, 5)).toEqual(['4', '1', '1', '1', '50%']);
  expect(figures[5]).toContain(averageOf(remaining.map(({ margin }) => margin.amount)));
  expect(figures[6]).toContain(dollars(won.margin.amount));
  await page.getByLabel('Group by').selectOption('lane');
  await page.waitForURL(/group_by=lane/);
  const rows = page.getByRole('table', { name: 'Report on quotes' }).locator('tbody tr');
  await rows.filter({ hasText: 'Charlotte' }).waitFor();
  const cellsOf = async (city: string) =>
    (await rows.filter({ hasText: city }).locator('td').allTextContents()).slice(0, 5);
  expect(await cellsOf('Charlotte')).toEqual(['1', '1', '0', '0', '100%']);
  expect(await cellsOf('Macon')).toEqual(['1', '0', '1', '0', '0%']);
  expect(await cellsOf('Atlanta')).toEqual(['1', '0', '0', '1', '–']);
});

it('past quotes are imported from a file, and count in the report of imported ones', async () => {
  const { page } = await open('/reports');
  await page.getByRole('link', { name: 'Import past quotes' }).click();
  const day = dayAhead(-40);
  const buffer = Buffer.from(
    [
      'Quote Date,From,To,Equip,Total,Status',
      `${day},USSAV,"Atlanta, GA",40HC,950,Won`,
      `${day},USSAV,"Macon, GA",40HC,900,Lost - price`,
      `${day},USSAV,"Macon, GA",40HC,call us,Won`,
    ].join('\n'),
  );
  await page.getByLabel('CSV file').setInputFiles({ name: 'quotes.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import this file' }).click();
  await page.getByRole('table', { name: 'Rejected rows' }).getByText('call us', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Show the report' }).click();
  await page.waitForURL(/source=imported/);
  await page.getByRole('table', { name: 'Report on quotes' }).waitFor();
  const figures = await page.getByRole('region', { name: 'All quotes' }).locator('dd').allTextContents();
  expect(figures.slice(0, 5)).toEqual(['2', '1', '1', '0', '50%']);
});

it('the customer opens a shared sheet without a session, and the view is counted', async () => {
  const id = await createQuote(site);
  const { url } = await site.call<{ url: string }>('POST', `/api/v1/quotes/${id}/share`, {});
  const { page, problems } = await watch({ faults: true });
  await page.goto(url);
  await page
    .getByText(dollars((await quoteOf(id)).pricing.total_rate))
    .first()
    .waitFor();
  expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
  expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  const manager = await open(`/quotes/${id}/sheet`);
  await manager.page.getByText('Last view').waitFor();
  const views = manager.page
    .locator('dt')
    .filter({ hasText: /^Views$/ })
    .locator('..')
    .locator('dd');
  expect(await views.textContent()).toBe('1');
});
