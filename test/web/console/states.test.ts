import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startBrowser, watchedPage } from '../browser.ts';
import {
  type ConsoleUnderTest,
  createQuote,
  openConsole,
  signIn,
  startConsole,
} from './console-under-test.ts';

/** So long that only the clock of the test ends it. */
const RETRY_AFTER_MS = 3_600_000;

let site: ConsoleUnderTest;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startConsole(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

it('an unknown key does not sign in, and is not stored', async () => {
  const { page } = await watchedPage(browser, site.url, 'desktop');
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
  await page.context().close();
});

it('a key that expires leads back to the sign-in, and then to the same page', async () => {
  const { page } = await openConsole(browser, site, '/terminals');
  const rejected = { status: 401, json: { error: { code: 401, message: 'Invalid API key' } } };
  await page.route('**/api/v1/usage*', (route) => route.fulfill(rejected));
  await page.getByRole('link', { name: 'Usage and limits' }).click();
  await page.getByRole('alert').getByText('The API key is not valid').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await page.unroute('**/api/v1/usage*');
  await signIn(page, site.key);
  await page.getByRole('heading', { level: 1, name: 'Usage and limits' }).waitFor();
  await page.context().close();
});

it('too many requests show a countdown, after which a retry works', async () => {
  const { page } = await openConsole(browser, site, '/quotes');
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
  await page.context().close();
});

it('an error of the service shows its request id and a retry', async () => {
  const { page } = await openConsole(browser, site, '/terminals');
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
  await page.context().close();
});

it('a save during which the network is lost is done once', async () => {
  const { page } = await openConsole(browser, site, '/quotes/new');
  await page.getByLabel('Origin').fill('USLAX');
  await page.getByLabel('Destination').fill('Phoenix, AZ');
  let lost = 0;
  await page.route('**/api/v1/quotes', async (route) => {
    // The service receives the request, and the browser never gets the answer.
    if (route.request().method() === 'POST' && lost === 0) {
      lost += 1;
      await route.fetch();
      await route.abort('connectionreset');
    } else await route.continue();
  });
  await page.getByRole('button', { name: 'Make the quote' }).click();
  await page.getByRole('alert').getByText('No connection to the service').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL(/\/console\/quotes\/Q-/);
  const { pagination, quotes } = await site.call<{
    pagination: { total_count: number };
    quotes: { quote_id: string }[];
  }>('GET', '/api/v1/quotes');
  expect([pagination.total_count, lost]).toEqual([1, 1]);
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await site.call('DELETE', `/api/v1/quotes/${quotes[0]?.quote_id}`);
  await page.context().close();
});

it('a key without billing information or without scopes is offered no write', async () => {
  const changes = [
    [{ billing: false }, 'no billing information'],
    [{ scopes: ['read'] }, 'This key can only read, so the console offers no changes.'],
  ] as const;
  const { data } = await site.call<{ data: object }>('GET', '/api/v1/organization');
  for (const [change, reason] of changes) {
    const { page } = await watchedPage(browser, site.url, 'desktop');
    await page.route('**/api/v1/organization', (route) =>
      route.fulfill({ json: { status: 'success', data: { ...data, ...change } } }),
    );
    await page.goto(`${site.url}/console/quotes`);
    await signIn(page, site.key);
    await page.getByText(/No quotes yet|of \d+ quote/).waitFor();
    expect(await page.getByRole('link', { name: 'New quote' }).count()).toBe(0);
    await page.getByText(reason).waitFor();
    await page.goto(`${site.url}/console/quotes/new`);
    await page.getByText('Not available with this key').waitFor();
    expect(await page.getByRole('button', { name: 'Make the quote' }).count()).toBe(0);
    await page.context().close();
  }
});

it('a live key shows its mode, and what it does not find may be of test mode', async () => {
  const { data } = await site.call<{ data: object }>('GET', '/api/v1/organization');
  const { page } = await watchedPage(browser, site.url, 'desktop');
  await page.route('**/api/v1/organization', (route) =>
    route.fulfill({ json: { status: 'success', data: { ...data, mode: 'live' } } }),
  );
  await page.goto(`${site.url}/console/quotes/Q-${'0'.repeat(27)}`);
  await signIn(page, site.key);
  await page.getByText('Live mode').first().waitFor();
  await page.getByText(/live keys and test keys do not see each other's data/).waitFor();
  await page.context().close();
});

it('stored markup and right-to-left text are shown as text', async () => {
  const markup = '"><img src=x onerror="globalThis.wasRun=true"><script>globalThis.wasRun=true</script>';
  const hebrew = 'הזמנה 42 (CA)';
  const [marked, reversed] = [
    await createQuote(site, { customer_reference: markup }),
    await createQuote(site, { customer_reference: hebrew }),
  ];
  const { page, problems } = await openConsole(browser, site, '/quotes');
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
  expect(problems).toEqual([]);
  await page.context().close();
});

it('the policy of the console permits neither inline scripts nor inline styles, and blocks both', async () => {
  const answer = await fetch(`${site.url}/console/quotes`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe');
  expect(policy).toMatch(/script-src 'self';.*connect-src 'self'/);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const { page, problems } = await openConsole(browser, site, '/usage');
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
  await page.context().close();
});
