import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseHTML } from 'linkedom';
import type { Browser, Page } from 'playwright-core';
import { quoteSheet } from '../../shared/quotes/sheet/quote-sheet.ts';
import { sheetHtml } from '../../shared/quotes/sheet/render-sheet.ts';
import { HTML_SHEET_HEADERS, SHARED_SHEET_ERRORS } from '../../shared/quotes/sheet/sheet-style.ts';
import { eventually } from '../support/eventually.ts';
import { SAMPLE_QUOTE } from '../unit/quotes/sheet/sample-quote.ts';
import {
  overflow,
  seriousFindings,
  startBrowser,
  VIEWPORTS,
  type Viewport,
  type WatchedPage,
  waitUntil,
  watchedPage,
} from './browser.ts';
import { builtSite, type SiteUnderTest, startSite } from './site-under-test.ts';

/** Pages of each kind, and an element that shows that the page is complete. */
const KINDS = [
  { name: 'start page', path: '/', complete: 'text=What is simulated' },
  { name: 'overview', path: '/docs/', complete: '.vp-doc h1' },
  { name: 'guide', path: '/docs/integrators/webhooks.html', complete: '.vp-doc pre code' },
  { name: 'page with tables', path: '/docs/glossary.html', complete: '.vp-doc h1' },
  { name: 'decision', path: '/docs/decisions/', complete: '.vp-doc li' },
  { name: 'reference', path: '/docs/reference/', complete: '.vp-doc h1' },
  {
    name: 'operation of the reference',
    path: '/docs/reference/create-quote.html',
    complete: '.vp-doc .members',
  },
  {
    name: 'event of the reference',
    path: '/docs/reference/quote-created-event.html',
    complete: '.vp-doc .members',
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

it('has the clients as archives that pip and npm install, and the list of pages for language models', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'freight-site-'));
  const fetched = async (path: string) => {
    const response = await fetch(`${site.origin}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    return Buffer.from(await response.arrayBuffer());
  };
  try {
    for (const name of ['python.tar.gz', 'typescript.tgz']) {
      writeFileSync(join(folder, name), await fetched(`/docs/integrators/clients/${name}`));
      execFileSync('tar', ['-xzf', name], { cwd: folder });
    }
    expect(existsSync(join(folder, 'python/pyproject.toml'))).toBe(true);
    expect(existsSync(join(folder, 'python/src/freight_rates/client.py'))).toBe(true);
    const { FreightClient } = await import(join(folder, 'package/dist/index.js'));
    expect(new FreightClient({ apiKey: 'frk_test', baseUrl: site.origin })).toHaveProperty('quotes');
    expect((await fetched('/llms.txt')).toString()).toContain('/docs/integrators/clients/python.html');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each(KINDS)(
  'the $name has no error, foreign request or serious finding of axe, on a desktop and on a phone',
  async ({ path, complete }) => {
    await visit('desktop', path, async ({ page, problems }) => {
      await page.waitForSelector(complete);
      for (const viewport of ['desktop', 'phone'] as const) {
        await page.setViewportSize(VIEWPORTS[viewport]);
        expect([viewport, await seriousFindings(page), await overflow(page)]).toEqual([viewport, [], 0]);
      }
      expect(problems).toEqual([]);
    });
  },
);

it('a call of the reference shows the answer of the service', async () => {
  await visit('desktop', '/docs/reference/read-health.html', async ({ page, problems }) => {
    await page.getByText('Try it').click();
    await page.getByLabel('API key').fill('frk_test_x');
    await page.getByRole('button', { name: 'Send GET /health' }).click();
    await page.getByLabel('Answer').getByText('"status": "ok"').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});

it.each(['/docs/integrators/webhooks.html', '/docs/reference/create-quote.html'])(
  'the dark colors of %s have enough contrast',
  async (path) => {
    await visit('desktop', path, async ({ page, problems }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload({ waitUntil: 'networkidle' });
      expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      expect(problems).toEqual([]);
    });
  },
);

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

const INPUT = 'input.search-input';
const RESULT = '.results .result';
/** The focused element, as a person who uses the keyboard meets it. */
const FOCUSED =
  "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()";

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

it.each<Viewport>(['desktop', 'phone'])(
  'the search on a %s closes with Escape, finds a page by its words and opens it, by keyboard',
  async (viewport) => {
    const { page, problems } = await openOverview(viewport);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await search(page, 'webhook');
    await page.keyboard.press('Escape');
    await page.waitForSelector(INPUT, { state: 'detached' });
    await page.keyboard.press('Control+k');
    await search(page, 'pagination');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/integrators/pagination.html*');
    // The router changes the address before the page's content.
    await page.locator('h1', { hasText: 'Pagination' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  },
);

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

/** Paths of the same origin that the API answers. */
const API_PATHS = ['/health', '/openapi.json'];

interface LinkedPage {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

function readLinkedPage(file: string): LinkedPage {
  const { document } = parseHTML(readFileSync(file, 'utf8'));
  const all = (selector: string, attribute: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute) ?? '');
  return {
    anchors: new Set(all('[id]', 'id')),
    links: [...all('a[href]', 'href'), ...all('img[src]', 'src'), ...all('script[src]', 'src')],
  };
}

const folder = builtSite();
const linkedPages = new Map(
  globSync('**/*.html', { cwd: folder }).map((file) => [
    file.replaceAll('\\', '/'),
    readLinkedPage(join(folder, file)),
  ]),
);

/** The problem of a link, or undefined. */
function problemOf(page: string, link: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined;
  const [path = '', anchor = ''] = link.split('#', 2);
  if (API_PATHS.includes(path)) return undefined;
  const absolute = path === '' ? page : path.startsWith('/') ? path.slice(1) : join(dirname(page), path);
  const file = absolute === '' || absolute.endsWith('/') ? `${absolute}index.html` : absolute;
  if (!existsSync(join(folder, decodeURIComponent(file)))) return `${page}: ${link} leads to no file`;
  const target = linkedPages.get(file);
  if (anchor === '' || target === undefined || target.anchors.has(decodeURIComponent(anchor)))
    return undefined;
  return `${page}: ${link} leads to no heading`;
}

it('every link inside the site leads to a page, and to a heading where it names one', () => {
  expect(linkedPages.size).toBeGreaterThan(50);
  const problems = [...linkedPages].flatMap(([page, { links }]) =>
    links.map((link) => problemOf(page, link)).filter((problem) => problem !== undefined),
  );
  expect(problems).toEqual([]);
  expect(problemOf('docs/glossary.html', './no-such-page.html')).toMatch('no file');
  expect(problemOf('docs/glossary.html', '#no-such-heading')).toMatch('no heading');
});

it('no page has an inline script or a script, style or image of another origin', () => {
  for (const file of linkedPages.keys()) {
    const { document } = parseHTML(readFileSync(join(folder, file), 'utf8'));
    const inline = [...document.querySelectorAll('script')].filter((script) => !script.hasAttribute('src'));
    const foreign = [...document.querySelectorAll('script[src], img[src], link[rel~="stylesheet"]')]
      .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
      .filter((address) => /^(https?:)?\/\//.test(address));
    expect([file, inline.length, foreign]).toEqual([file, 0, []]);
  }
});

describe('a sheet', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    const quote = { ...SAMPLE_QUOTE, status: 'expired', customer: 'W'.repeat(200) } as const;
    const html = sheetHtml(
      quoteSheet([{ quote, terms: `${'W'.repeat(3_900)}\n\nNet 30` }], {
        name: '<script>alert(1)</script>',
        lines: [],
      }),
    );
    server = createServer((request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Security-Policy', HTML_SHEET_HEADERS['Content-Security-Policy']);
      response.end(request.url === '/missing' ? SHARED_SHEET_ERRORS.write('not-found') : html);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it.each([
    ['desktop', '/sheet', 'dl', 'display', 'grid'],
    ['phone', '/sheet', 'dl', 'display', 'grid'],
    ['desktop', '/missing', 'h1', 'overflowWrap', 'anywhere'],
    ['phone', '/missing', 'h1', 'overflowWrap', 'anywhere'],
  ] as const)(
    'on a %s, %s has its style, no serious finding of axe and no violation of its policy',
    async (viewport, path, element, property, value) => {
      const { page, problems } = await watchedPage(browser, origin, viewport);
      await page.goto(`${origin}${path}`);
      expect(await page.evaluate(`getComputedStyle(document.querySelector('${element}')).${property}`)).toBe(
        value,
      );
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      // Browsers ask for an icon themselves.
      expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
      await page.context().close();
    },
  );
});
