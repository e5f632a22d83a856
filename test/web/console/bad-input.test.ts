import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../browser.ts';
import {
  type ConsoleUnderTest,
  createQuote,
  dayAhead,
  openConsole,
  signIn,
  startConsole,
} from './console-under-test.ts';

interface QuoteSummary {
  readonly quote_id: string;
  readonly customer_reference: string;
  readonly created_at: string;
}
interface QuoteList {
  readonly quotes: readonly QuoteSummary[];
  readonly pagination: { readonly total_count: number };
}

/** So long that only the clock of the test ends it. */
const RETRY_AFTER_MS = 3_600_000;

let site: ConsoleUnderTest;
let browser: Browser;
/** A real list with one quote, which stubs repeat. */
let list: QuoteList;
beforeAll(async () => {
  [site, browser] = await Promise.all([startConsole(), startBrowser()]);
  await createQuote(site);
  list = await site.call<QuoteList>('GET', '/api/v1/quotes');
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const open = (path: string) => openConsole(browser, site, path);
const HOUR_MS = 3_600_000;

/** A list of quotes of which one is given; the others have their position as the reference. */
const quotesOf = (total: number, fields: (index: number) => Partial<QuoteSummary> = () => ({})) =>
  Array.from({ length: total }, (_, index) => ({
    ...list.quotes[0],
    quote_id: `Q-${index}`,
    customer_reference: `R-${index}`,
    ...fields(index),
  }));

const stubQuotes = (page: Page, quotes: readonly object[]) =>
  page.route('**/api/v1/quotes?*', (route) => route.fulfill({ json: { ...list, quotes } }));

/** A quote with valid fields, in the form that is open. */
async function fillQuote(page: Page): Promise<void> {
  await page.getByLabel('Origin').fill('USLAX');
  await page.getByLabel('Destination').fill('Phoenix, AZ');
}

/** Answers the first POST of quotes itself; later ones reach the service. */
async function rejectFirstSave(page: Page, answer: Parameters<Route['fulfill']>[0]): Promise<void> {
  let isFirst = true;
  await page.route('**/api/v1/quotes', async (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.continue();
    isFirst = false;
    return route.fulfill(answer);
  });
}

const countQuotes = async () => (await site.call<QuoteList>('GET', '/api/v1/quotes')).pagination.total_count;

it('an answer of 10 MB is not shown, the page states it, and stays usable', async () => {
  const { page } = await open('/terminals');
  let calls = 0;
  await page.route('**/api/v1/quotes?*', (route) => {
    calls += 1;
    return route.fulfill({
      headers: { 'x-request-id': 'request-10-mb' },
      json: { ...list, quotes: quotesOf(1, () => ({ customer_reference: 'x'.repeat(10_000_000) })) },
    });
  });
  await page.getByRole('link', { name: 'Quotes' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The answer is too large to show').waitFor();
  await alert.getByText('at most 6.3 MB').waitFor();
  await alert.getByText('request-10-mb').waitFor();
  // A large answer is not asked for again by itself.
  expect(calls).toBe(1);
  await page.unroute('**/api/v1/quotes?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 to 1 of 1 quote').waitFor();
  await page.context().close();
});

it('an answer with more entries than asked shows the first 1,000 and states the number', async () => {
  const { page, problems } = await open('/terminals');
  await stubQuotes(page, quotesOf(2_500));
  await page.getByRole('link', { name: 'Quotes' }).click();
  await page.getByText('The table shows the first 1,000 of 2,500 rows.').waitFor();
  expect(await page.getByRole('table', { name: 'Quotes' }).locator('tbody tr').count()).toBe(1_000);
  await page.getByLabel('Status').selectOption('converted');
  await page.waitForURL(/status=converted/);
  expect(problems).toEqual([]);
  await page.context().close();
});

it('of 100,000 quotes, a page asks only for those that it shows', async () => {
  const TOTAL = 100_000;
  const { page, problems } = await open('/terminals');
  const asked: string[] = [];
  await page.route('**/api/v1/quotes?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    asked.push(`${limit} from ${offset}`);
    const quotes = quotesOf(limit, (index) => ({
      quote_id: `Q-${offset + index}`,
      customer_reference: `R-${offset + index}`,
    }));
    return route.fulfill({
      json: { ...list, quotes, pagination: { ...list.pagination, total_count: TOTAL, limit, offset } },
    });
  });
  await page.getByRole('link', { name: 'Quotes' }).click();
  await page.getByText('1 to 20 of 100,000 quotes').waitFor();
  await page.getByRole('button', { name: 'Page 5000', exact: true }).click();
  await page.getByText('99,981 to 100,000 of 100,000 quotes').waitFor();
  await page.getByText('R-99999').waitFor();
  expect(await page.getByRole('table', { name: 'Quotes' }).locator('tbody tr').count()).toBe(20);
  await page.getByLabel('Entries of a page').selectOption('100');
  // The pager shows the new page at once; the row shows that the answer has arrived.
  await page.getByText('R-99', { exact: true }).waitFor();
  expect(asked).toEqual(['20 from 0', '20 from 99980', '100 from 0']);
  expect(problems).toEqual([]);
  await page.context().close();
});

it('names of keys with markup and right-to-left text are shown as text, also in dialogs and the audit log', async () => {
  const names = ['<img src=x onerror="globalThis.wasRun=true">', 'דוח לילה (CA) 42'];
  for (const name of names) await site.call('POST', '/api/v1/keys', { name, scopes: ['read'] });
  const { page, problems } = await open('/settings/keys');
  const dialog = page.getByRole('dialog');
  for (const name of names) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    expect(await dialog.locator('bdi').textContent()).toBe(name);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByRole('link', { name: 'Audit log' }).click();
  for (const name of names) {
    const shown = page.getByRole('table', { name: 'Changes' }).getByText(name, { exact: true });
    await shown.waitFor();
    expect(await shown.evaluate((element) => element.tagName)).toBe('BDI');
  }
  expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
  expect(await page.locator('img').count()).toBe(0);
  expect(problems).toEqual([]);
  await page.context().close();
});

it('a machine clock that is days behind gives an explained error, and a quote with a corrected date', async () => {
  const { page } = await open('/terminals');
  await page.clock.setFixedTime(new Date(Date.now() - 72 * HOUR_MS));
  await page.goto(`${site.url}/console/quotes/new`);
  await fillQuote(page);
  await page.getByRole('button', { name: 'Make the quote' }).click();
  await page
    .getByRole('alert')
    .getByText(/pickup_date/)
    .waitFor();
  await page.getByLabel('Pickup date').fill(dayAhead(2));
  await page.getByRole('button', { name: 'Make the quote' }).click();
  await page.waitForURL(/\/console\/quotes\/Q-/);
  await page.context().close();
});

it('a machine clock in another year shows the month of the service, and a countdown still ends', async () => {
  const { page } = await open('/terminals');
  await page.clock.setFixedTime(new Date(Date.now() + 400 * 24 * HOUR_MS));
  await page.route('**/api/v1/usage*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '1' },
      json: { error: { code: 429, message: 'Too many requests' } },
    }),
  );
  await page.getByRole('link', { name: 'Usage and limits' }).click();
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.unroute('**/api/v1/usage*');
  await retry.click();
  const chart = page.getByRole('img', { name: 'Quotes by month' });
  await chart.waitFor();
  const month = new Date().toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const titles = await chart.locator('title').allTextContents();
  expect(titles.at(-1)).toBe(`${month}: ${await countQuotes()}`);
  await page.context().close();
});

it('both hours of a clock change are shown in the zone of the person, and UTC tells them apart', async () => {
  const { page, problems } = await open('/terminals');
  const debuggerSession = await page.context().newCDPSession(page);
  await debuggerSession.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Chicago' });
  const times = ['2026-11-01T06:30:00.000Z', '2026-11-01T07:30:00.000Z', '2026-03-08T08:00:00.000Z'];
  await stubQuotes(
    page,
    quotesOf(times.length, (index) => ({ created_at: times[index] ?? '' })),
  );
  await page.goto(`${site.url}/console/quotes`);
  const created = page.getByRole('table', { name: 'Quotes' }).locator('time');
  await created.first().waitFor();
  expect((await created.allTextContents()).map((text) => text.replaceAll('\u202f', ' '))).toEqual([
    'Nov 1, 2026, 1:30 AM',
    'Nov 1, 2026, 1:30 AM',
    'Mar 8, 2026, 3:00 AM',
  ]);
  expect(await created.nth(0).getAttribute('title')).toBe('2026-11-01 06:30:00 UTC');
  expect(await created.nth(1).getAttribute('title')).toBe('2026-11-01 07:30:00 UTC');
  expect(problems).toEqual([]);
  await page.context().close();
});

it('two tabs have sessions of their own: another organization in one, a sign-out in one', async () => {
  const { page: first } = await open('/quotes');
  const second = await first.context().newPage();
  const { data } = await site.call<{ data: object }>('GET', '/api/v1/organization');
  await second.route('**/api/v1/organization', (route) =>
    route.fulfill({ json: { status: 'success', data: { ...data, name: 'Other organization' } } }),
  );
  await second.goto(`${site.url}/console/quotes`);
  await second.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
  await signIn(second, site.key);
  await second.getByRole('button', { name: /Other organization/ }).waitFor();
  await first.reload();
  await first.getByRole('button', { name: /Demo/ }).waitFor();
  await second.getByRole('button', { name: /Other organization/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
  await first.getByRole('link', { name: 'Usage and limits' }).click();
  await first.getByText('Rate calls of this month').waitFor();
  expect(await first.getByRole('heading', { name: 'Sign in to the console' }).count()).toBe(0);
  await first.context().close();
});

it('a key that ends during a save ends the session with the reason, and nothing is saved', async () => {
  const before = await countQuotes();
  const { page } = await open('/quotes/new');
  await rejectFirstSave(page, {
    status: 401,
    json: { error: { code: 'UNAUTHORIZED', message: 'Invalid API key' } },
  });
  await fillQuote(page);
  await page.getByRole('button', { name: 'Make the quote' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The API key is not valid any more').waitFor();
  await alert.getByText('It was deleted or rotated, or it expired.').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await signIn(page, site.key);
  await page.getByRole('heading', { level: 1, name: 'New quote' }).waitFor();
  expect(await countQuotes()).toBe(before);
  await page.context().close();
});

it('a save over the request rate waits for the countdown, and then saves once', async () => {
  const before = await countQuotes();
  const { page } = await open('/quotes/new');
  await page.clock.install();
  await rejectFirstSave(page, {
    status: 429,
    headers: { 'retry-after': String(RETRY_AFTER_MS / 1_000) },
    json: { error: { code: 'RATE_LIMITED', message: 'Too many requests' } },
  });
  await fillQuote(page);
  await page.getByRole('button', { name: 'Make the quote' }).click();
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await page.getByText(/You can try again in \d+ s\./).waitFor();
  expect(await retry.isDisabled()).toBe(true);
  await page.clock.fastForward(RETRY_AFTER_MS);
  await retry.click();
  await page.waitForURL(/\/console\/quotes\/Q-/);
  expect(await countQuotes()).toBe(before + 1);
  await page.context().close();
});

it('a save that the scope of the key does not permit is explained, and the session stays', async () => {
  const before = await countQuotes();
  const { page } = await open('/quotes/new');
  await rejectFirstSave(page, {
    status: 403,
    headers: { 'x-request-id': 'request-403' },
    json: { error: { code: 'FORBIDDEN', message: 'The API key lacks the scope write.', details: {} } },
  });
  await fillQuote(page);
  await page.getByRole('button', { name: 'Make the quote' }).click();
  const alert = page.getByRole('alert');
  for (const text of ['This key has no right to do this', 'lacks the scope write', 'request-403'])
    await alert.getByText(text).waitFor();
  expect(await page.getByLabel('Origin').inputValue()).toBe('USLAX');
  expect(await countQuotes()).toBe(before);
  await page.context().close();
});
