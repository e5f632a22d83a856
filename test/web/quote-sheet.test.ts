import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MISSING_SHEET_PAGE } from '../../shared/quotes/sharing/missing-sheet-page.ts';
import { quoteSheet } from '../../shared/quotes/sheet/quote-sheet.ts';
import { sheetHtml } from '../../shared/quotes/sheet/sheet-html.ts';
import { SHEET_POLICY } from '../../shared/quotes/sheet/sheet-style.ts';
import { SAMPLE_QUOTE } from '../unit/quotes/sheet/sample-quote.ts';
import { seriousFindings, startBrowser, VIEWPORTS, type Viewport, watchedPage } from './browser.ts';

let browser: Browser;
let server: Server;
let origin: string;

beforeAll(async () => {
  const quote = { ...SAMPLE_QUOTE, status: 'expired', customer: 'W'.repeat(200) } as const;
  const html = sheetHtml(
    quoteSheet(quote, { name: '<script>alert(1)</script>', terms: `${'W'.repeat(3_900)}\n\nNet 30` }),
  );
  server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', SHEET_POLICY);
    response.end(request.url === '/missing' ? MISSING_SHEET_PAGE : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.close();
  server.close();
});

/** How far the content is wider than the window, in CSS pixels. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

it.each(Object.keys(VIEWPORTS) as Viewport[])(
  'on a %s, the page of a link that does not work has no finding of axe and fits',
  async (viewport) => {
    const { page, problems } = await watchedPage(browser, origin, viewport);
    await page.goto(`${origin}/missing`);
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).overflowWrap")).toBe(
      'anywhere',
    );
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    await page.context().close();
  },
);

it.each(Object.keys(VIEWPORTS) as Viewport[])(
  'on a %s, a sheet has its style, no serious finding of axe and no violation of its policy',
  async (viewport) => {
    const { page, problems } = await watchedPage(browser, origin, viewport);
    await page.goto(`${origin}/sheet`);
    expect(await page.evaluate("getComputedStyle(document.querySelector('dl')).display")).toBe('grid');
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(OVERFLOW)).toBe(0);
    // Browsers ask for an icon themselves.
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    await page.context().close();
  },
);
