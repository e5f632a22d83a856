import type { Browser, Page } from 'playwright-core';
import { type SiteUnderTest, startSite } from '../web/site-under-test.ts';
import { median } from './median.ts';
import { amount } from './short.ts';

/** Longest permitted interaction to next paint in ms, at the slow-down below: "good" by web.dev/inp. */
export const MAX_INTERACTION_MS = 200;
/** The processor of the page is slowed down by this factor, which stands for a mid-range phone. */
export const CPU_SLOWDOWN = 4;
/** A single interaction varies by a factor of two. */
const ROUNDS = amount(5, 1);
/** A table shows no more rows. Only the audit log can reach them, by loading older changes. */
export const ROWS = 1_000;
/** The largest page of quotes. */
const QUOTE_ROWS = 100;
/** The list of keys is one page: at most 100 keys, and 100 rotated keys that still work. */
const KEY_ROWS = 200;

export interface Interaction {
  readonly name: string;
  readonly rows: number;
  /** Input delay, processing and presentation of the slowest event, median of the rounds, in ms; the browser rounds to 8 ms. */
  readonly durationMs: number;
}

const API_KEY = 'frk_test_1';
const AT = '2026-11-22T12:00:00.000Z';
const organization = {
  id: 'org_1',
  name: 'Bench',
  mode: 'test',
  keyId: 'key_0',
  scopes: ['read', 'write', 'admin'],
  plan: 'standard',
  limits: { requestsPerMinute: 1_000, burst: 500, ratesPerMonth: 10_000, quotesPerMonth: null },
  billing: true,
};
const many = <Row>(rows: number, row: (index: number) => Row): Row[] =>
  Array.from({ length: rows }, (_, index) => row(index));
const keys = (rows: number) =>
  many(rows, (index) => ({
    id: `key_${index}`,
    prefix: 'frk_test_a1B2',
    name: `Key ${index}`,
    scopes: ['read', 'write'],
    mode: 'test',
    createdAt: AT,
    expiresAt: null,
    lastUsedOn: '2026-11-22',
  }));
const quotes = (rows: number) =>
  many(rows, (index) => ({
    quote_id: `Q-${index}`,
    route: { origin: 'APM Elizabeth Terminal', destination: 'Allentown, PA' },
    customer_reference: `PO-${index}`,
    status: 'active',
    created_at: AT,
    total_rate: 1234.56,
  }));
const events = (rows: number) =>
  many(rows, (index) => ({
    id: `aud_${index}`,
    at: AT,
    actor: { type: 'key', keyId: 'key_1' },
    action: 'webhook.updated',
    target: { type: 'webhook', id: `wh_${index % 9}` },
    requestId: `request-${index}`,
    details: { events: ['rfp.created', `quote.created ${index}`], enabled: true },
  }));

/** Answers of the API with a number of rows, by path. */
const answers = (rows: number): Readonly<Record<string, unknown>> => ({
  '/api/v1/organization': { status: 'success', data: organization },
  '/api/v1/keys': { status: 'success', data: keys(rows) },
  '/api/v1/quotes': { quotes: quotes(rows), pagination: { total_count: 100_000, limit: 100, offset: 0 } },
  '/api/v1/audit-log': {
    status: 'success',
    data: events(rows),
    pagination: { next_cursor: null, limit: 100 },
  },
});

/** What a person does on a page with a full table. */
interface Step {
  readonly name: string;
  readonly path: string;
  readonly table: string;
  readonly rows: number;
  interact(page: Page): Promise<void>;
}

const STEPS: readonly Step[] = [
  {
    name: 'quotes: choose a status',
    path: '/quotes',
    table: 'Quotes',
    rows: QUOTE_ROWS,
    interact: async (page) => {
      await page.getByLabel('Status').focus();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'quotes: open the account menu',
    path: '/quotes',
    table: 'Quotes',
    rows: QUOTE_ROWS,
    interact: (page) => page.getByRole('button', { name: 'Bench' }).click(),
  },
  {
    name: 'API keys: open a dialog, and type a name',
    path: '/settings/keys',
    table: 'API keys',
    rows: KEY_ROWS,
    interact: async (page) => {
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('dialog').getByLabel('Name').pressSequentially('Desk');
    },
  },
  {
    name: 'audit log: open the account menu',
    path: '/settings/audit-log',
    table: 'Changes',
    rows: ROWS,
    interact: (page) => page.getByRole('button', { name: 'Bench' }).click(),
  },
];

/** Records the durations of events that belong to an interaction; 16 ms is the least that the browser reports. */
const OBSERVE = `globalThis.interactions = [];
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId > 0) globalThis.interactions.push(duration);
}).observe({ type: 'event', durationThreshold: 16 });`;
/** Resolves when the browser has painted and reported its events. */
const SETTLED =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 500))))';

/**
 * Interaction to next paint on pages with full tables, in a browser with a slowed-down processor: the longest `duration`
 * of the Event Timing API for each step, median of the rounds. The API is answered by the bench, so that only the page is
 * measured.
 * @param browser any; the site is that of `SITE_DIR`.
 * @param maxRows fewer rows than a step has show what the rows cost.
 */
export async function measureInteractions(browser: Browser, maxRows = ROWS): Promise<Interaction[]> {
  const site = await startSite();
  try {
    const measured: Interaction[] = [];
    for (const step of STEPS) {
      const rows = Math.min(step.rows, maxRows);
      const durations: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        durations.push(await measureStep(browser, site, step, rows));
      }
      measured.push({ name: step.name, rows, durationMs: median(durations) });
    }
    return measured;
  } finally {
    await site.stop();
  }
}

/** The longest event of a step in a new page, in ms. */
async function measureStep(
  browser: Browser,
  site: SiteUnderTest,
  { path, table, interact }: Step,
  rowCount: number,
): Promise<number> {
  const bodies = answers(rowCount);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ json: bodies[new URL(route.request().url()).pathname] ?? {} }),
    );
    await page.addInitScript({
      content: `sessionStorage.setItem('freight-api-key', '${API_KEY}'); ${OBSERVE}`,
    });
    await page.goto(`${site.origin}/console${path}`);
    const rows = page.getByRole('table', { name: table }).locator('tbody tr');
    await rows.nth(rowCount - 1).waitFor();
    // The start of the page is measured by its size.
    await page.waitForLoadState('networkidle');
    const debuggerSession = await context.newCDPSession(page);
    await debuggerSession.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.evaluate('globalThis.interactions.length = 0');
    await interact(page);
    await page.evaluate(SETTLED);
    return Math.max(0, ...(await page.evaluate<number[]>('globalThis.interactions')));
  } finally {
    await context.close();
  }
}
