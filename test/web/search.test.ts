import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings, startBrowser, type Viewport, waitUntil, watchedPage } from './browser.ts';
import { type SiteUnderTest, startSite } from './site-under-test.ts';

const VIEWPORTS: readonly Viewport[] = ['desktop', 'phone'];
const INPUT = 'input.search-input';
const RESULT = '.results .result';
/** The focused element, as a person who uses the keyboard meets it. */
const FOCUSED =
  "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()";

let site: SiteUnderTest;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

async function openOverview(viewport: Viewport) {
  const watched = await watchedPage(browser, site.origin, viewport);
  await watched.page.goto(`${site.origin}/docs/`, { waitUntil: 'networkidle' });
  // Before, the page has its buttons, but nothing that listens to them.
  await waitUntil(watched.page, "document.querySelector('#app')?.__vue_app__ !== undefined");
  return watched;
}

async function search(page: Page, words: string): Promise<void> {
  await page.waitForSelector(`${INPUT}:focus`);
  await page.keyboard.type(words);
  // During typing, the list has the results of the first letters.
  await page.locator(`${RESULT}.selected`, { hasText: new RegExp(words, 'i') }).waitFor();
}

describe.each(VIEWPORTS)('the search on a %s', (viewport) => {
  it('finds a page by its words and opens it, by keyboard', async () => {
    const { page, problems } = await openOverview(viewport);
    await page.keyboard.press('Control+k');
    await search(page, 'glossary');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/glossary.html*');
    // The router changes the address before the page's content.
    await page.locator('h1', { hasText: 'Glossary' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('opens by its button and closes with Escape', async () => {
    const { page, problems } = await openOverview(viewport);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await search(page, 'webhook');
    await page.keyboard.press('Escape');
    await page.waitForSelector(INPUT, { state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

it('a person with a keyboard reaches the content first, then the search and the navigation', async () => {
  const { page } = await openOverview('desktop');
  const reached: string[] = [];
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate<string>(FOCUSED));
  }
  expect(reached[0]).toBe('Skip to content');
  expect(reached).toContain('Search');
  expect(reached).toContain('Integrators');
  await page.context().close();
});
