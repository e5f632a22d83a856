import { globSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { seriousFindings, startBrowser, type Viewport, type WatchedPage, watchedPage } from './browser.ts';
import { builtSite, type SiteUnderTest, startSite } from './site-under-test.ts';

const VIEWPORTS: readonly Viewport[] = ['desktop', 'phone'];
/** Pages of each kind, and an element that shows that the page is complete. */
const KINDS = [
  { name: 'start page', path: '/', complete: 'text=What is simulated' },
  { name: 'overview', path: '/docs/', complete: '.vp-doc h1' },
  { name: 'guide', path: '/docs/integrators/webhooks.html', complete: '.vp-doc pre code' },
  { name: 'page with tables', path: '/docs/glossary.html', complete: '.vp-doc h1' },
  { name: 'decision', path: '/docs/decisions/', complete: '.vp-doc li' },
  { name: 'reference', path: '/docs/reference/', complete: '#reference .section h1' },
  {
    name: 'operation of the reference',
    path: '/docs/reference/#tag/quotes',
    complete: '#reference .endpoint-path, #reference .request-card',
  },
] as const;

let site: SiteUnderTest;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

async function visit<Result>(
  viewport: Viewport,
  path: string,
  look: (watched: WatchedPage) => Promise<Result>,
): Promise<Result> {
  const watched = await watchedPage(browser, site.origin, viewport);
  try {
    await watched.page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' });
    return await look(watched);
  } finally {
    await watched.page.context().close();
  }
}

/** How far the content is wider than the window, in CSS pixels. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe.each(VIEWPORTS)('on a %s', (viewport) => {
  it.each(KINDS)(
    'the $name loads without an error, a foreign request or a serious finding of axe',
    async ({ path, complete }) => {
      await visit(viewport, path, async ({ page, problems }) => {
        await page.waitForSelector(complete);
        expect(await seriousFindings(page)).toEqual([]);
        expect(await page.evaluate(OVERFLOW)).toBe(0);
        expect(problems).toEqual([]);
      });
    },
  );

  it('the dark colors of a guide have enough contrast', async () => {
    await visit(viewport, '/docs/integrators/webhooks.html', async ({ page, problems }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload({ waitUntil: 'networkidle' });
      expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      expect(problems).toEqual([]);
    });
  });
});

it('every page loads without an error and without a foreign request', async () => {
  const paths = globSync('docs/**/*.html', { cwd: builtSite() })
    .map((path) => `/${path.replaceAll('\\', '/')}`)
    .filter((path) => path !== '/docs/404.html');
  expect(paths.length).toBeGreaterThan(50);
  const watched = await watchedPage(browser, site.origin, 'desktop');
  for (const path of paths) {
    await watched.page.goto(`${site.origin}${path}`);
    const heading = await watched.page.locator('h1').first().textContent();
    expect([path, heading?.trim()]).not.toEqual([path, '']);
  }
  expect(watched.problems).toEqual([]);
  await watched.page.context().close();
});

it('the policy blocks an inline script and a foreign request, and the watch reports both', async () => {
  await visit('desktop', '/', async ({ page, problems }) => {
    await page.evaluate(`(() => {
      const inline = document.createElement('script');
      inline.textContent = 'globalThis.wasRun = true';
      document.body.append(inline);
      return fetch('http://127.0.0.1:9/').catch(() => undefined);
    })()`);
    expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
    const text = await eventually(
      async () => problems.join('\n'),
      (found) => found.includes('script-src-elem') && found.includes('connect-src'),
    );
    expect(text).toContain('policy violation: script-src-elem inline');
    expect(text).toContain('policy violation: connect-src http://127.0.0.1:9/');
  });
});

it('a page that does not exist shows the way back', async () => {
  const watched = await watchedPage(browser, site.origin, 'desktop');
  await watched.page.goto(`${site.origin}/docs/no-such-page.html`, { waitUntil: 'networkidle' });
  expect(await watched.page.getByText('Take me home').getAttribute('href')).toBe('/docs/');
  await watched.page.context().close();
});
