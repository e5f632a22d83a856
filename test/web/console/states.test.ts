import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { consoleUnderTest, createQuote, dayAhead, signIn } from './console-under-test.ts';

/** So long that only the clock of the test ends it. */
const RETRY_AFTER_MS = 3_600_000;

const { site, open, watch } = consoleUnderTest();

it('an unknown key does not sign in, and is not stored', async () => {
  const { page } = await watch({ faults: true });
  await page.goto(`${site.url}/console/quotes`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter an API key.').waitFor();
  for (const key of ['frk_test_unknown', 'a key with spaces and ü']) {
    await signIn(page, key);
    await page.getByRole('alert').getByText('The API key is not valid').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  }
  await signIn(page, site.key);
  await page.getByRole('heading', { level: 1, name: 'Quotes' }).waitFor();
  expect(await page.evaluate('JSON.stringify([Object.keys(sessionStorage), document.cookie])')).toBe(
    '[["freight-api-key"],""]',
  );
});

it('a key that expires leads back to the sign-in, and then to the same page', async () => {
  const { page } = await open('/terminals', { faults: true });
  const rejected = { status: 401, json: { error: { code: 401, message: 'Invalid API key' } } };
  await page.route('**/api/v1/usage*', (route) => route.fulfill(rejected));
  await page.getByRole('link', { name: 'Usage and limits' }).click();
  await page.getByRole('alert').getByText('The API key is not valid').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await page.unroute('**/api/v1/usage*');
  await signIn(page, site.key);
  await page.getByRole('heading', { level: 1, name: 'Usage and limits' }).waitFor();
});

it('too many requests show a countdown, after which a retry works', async () => {
  const { page } = await open('/quotes', { faults: true });
  await page.clock.install();
  await page.route('**/api/v1/usage*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': String(RETRY_AFTER_MS / 1_000), 'x-request-id': 'request-429' },
      json: { error: { code: 429, message: 'Too many requests' } },
    }),
  );
  await page.getByRole('link', { name: 'Usage and limits' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText(/You can try again in \d+ s\./).waitFor();
  await alert.getByText('request-429').waitFor();
  const retry = alert.getByRole('button', { name: 'Try again' });
  expect(await retry.isDisabled()).toBe(true);
  await page.clock.fastForward(RETRY_AFTER_MS);
  await page.unroute('**/api/v1/usage*');
  await retry.click();
  await page.getByText('Rate calls of this month').waitFor();
});

it('an error of the service shows its request id and a retry', async () => {
  const { page } = await open('/terminals', { faults: true });
  await page.route('**/api/v1/quotes*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'request-500' },
      body: '<html><script>globalThis.wasRun = true</script></html>',
    }),
  );
  await page.getByRole('link', { name: 'Quotes' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('request-500').waitFor();
  await page.unroute('**/api/v1/quotes*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No quotes yet').waitFor();
  expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
});

it('a live key shows its mode, and what it does not find may be of test mode', async () => {
  const { data } = await site.call<{ data: object }>('GET', '/api/v1/organization');
  const { page } = await watch({ faults: true });
  await page.route('**/api/v1/organization', (route) =>
    route.fulfill({ json: { status: 'success', data: { ...data, mode: 'live' } } }),
  );
  await page.goto(`${site.url}/console/quotes/Q-${'0'.repeat(27)}`);
  await signIn(page, site.key);
  await page.getByText('Live mode').first().waitFor();
  await page.getByText(/live keys and test keys do not see each other's data/).waitFor();
});

it('stored markup and right-to-left text are shown as text', async () => {
  const markup = '"><img src=x onerror="globalThis.wasRun=true"><script>globalThis.wasRun=true</script>';
  const hebrew = 'הזמנה 42 (CA)';
  const [marked, reversed] = [
    await createQuote(site, { customer_reference: markup }),
    await createQuote(site, { customer_reference: hebrew }),
  ];
  const { page } = await open('/quotes');
  await page.getByText(markup).waitFor();
  await page.getByText(hebrew).waitFor();
  await page.goto(`${site.url}/console/quotes/${marked}`);
  await page.getByText(markup).waitFor();
  await page.goto(`${site.url}/console/quotes/${reversed}`);
  await page.getByText(hebrew).waitFor();
  await page.goto(
    `${site.url}/console/terminals?query=${encodeURIComponent(markup)}&near=${encodeURIComponent(markup)}&lat=40&lng=-74`,
  );
  await page.getByText('No terminal matches').waitFor();
  expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
  expect(await page.locator('img').count()).toBe(0);
});

it('the policy of the console permits neither inline scripts nor inline styles, and blocks both', async () => {
  const answer = await fetch(`${site.url}/console/quotes`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe');
  expect(policy).toMatch(/script-src 'self';.*connect-src 'self'/);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const { page, problems } = await open('/usage', { faults: true });
  await page.evaluate(`(() => {
    for (const name of ['script', 'style']) {
      const element = document.createElement(name);
      element.textContent = name === 'script' ? 'globalThis.wasRun = true' : 'body { opacity: 0.5 }';
      document.body.append(element);
    }
  })()`);
  expect(await page.evaluate('[globalThis.wasRun, getComputedStyle(document.body).opacity].join()')).toBe(
    ',1',
  );
  const reported = await eventually(
    async () => problems.join('\n'),
    (text) => /style-src-elem inline/.test(text),
  );
  expect(reported).toMatch(/script-src-elem inline[\s\S]*style-src-elem inline/);
});

describe('unusual answers, clocks and keys', () => {
  interface QuoteSummary {
    readonly quote_id: string;
    readonly customer_reference: string;
    readonly created_at: string;
  }
  interface QuoteList {
    readonly quotes: readonly QuoteSummary[];
    readonly pagination: { readonly total_count: number };
  }

  /** A real list with one quote, which stubs repeat. */
  let list: QuoteList;
  beforeAll(async () => {
    await createQuote(site);
    list = await site.call<QuoteList>('GET', '/api/v1/quotes');
  });

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

  it('a machine clock that is days behind gives an explained error, and a quote with a corrected date', async () => {
    const { page } = await open('/terminals', { faults: true });
    await page.clock.setFixedTime(new Date(Date.now() - 72 * HOUR_MS));
    await page.goto(`${site.url}/console/quotes/new`);
    await fillQuote(page);
    await page.getByRole('button', { name: 'Make the quote' }).click();
    await page
      .getByRole('alert')
      .getByText(/Pickup date/)
      .waitFor();
    await page.getByLabel('Pickup date').fill(dayAhead(2));
    await page.getByRole('button', { name: 'Make the quote' }).click();
    await page.waitForURL(/\/console\/quotes\/Q-/);
  });

  it('both hours of a clock change are shown in the zone of the person, and UTC tells them apart', async () => {
    const { page } = await open('/terminals');
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
  });

  it('a new tab has the session of an open one, and a sign-out is one of both', async () => {
    const { page: first } = await open('/quotes');
    const second = await first.context().newPage();
    await second.goto(`${site.url}/console/usage`);
    await second.getByText('Rate calls of this month').waitFor();
    expect(await second.evaluate('JSON.stringify([localStorage.length, document.cookie])')).toBe('[0,""]');
    await second.getByRole('button', { name: /Demo/ }).click();
    await second.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const page of [first, second]) {
      await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    }
    await second.reload();
    await second.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
  });
});
