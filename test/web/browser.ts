import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Against hanging only: a loaded machine may be slow. */
const WITHIN_MS = 120_000;

/** Width and height in CSS pixels. */
export const VIEWPORTS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

export type Viewport = keyof typeof VIEWPORTS;

/** Starts the browser that the runner found; its sandbox does not work for root. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.BROWSER_PATH ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

/** A page with what went wrong in it: console errors, failed or foreign requests, violations of the policy. */
export interface WatchedPage {
  readonly page: Page;
  readonly problems: readonly string[];
}

/** Opens an empty page that records each problem. @param origin the only one that requests may have. */
export async function watchedPage(
  browser: Browser,
  origin: string,
  viewport: Viewport,
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: VIEWPORTS[viewport],
    hasTouch: viewport === 'phone',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(WITHIN_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) problems.push(`foreign request: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  // A violation is an event of the document; the console has it only as text.
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('policy violation: ' + violatedDirective + ' ' + blockedURI));`,
  });
  return { page, problems };
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
  }[];
}

/** Waits until an expression is true. Playwright's own wait is rejected by the policy of the page at its second try. */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  const isTrue = await eventually(
    () => page.evaluate<boolean>(expression),
    (value) => value,
  );
  if (!isTrue) throw new Error(`This is not true: ${expression}`);
}

/** Animations that end; those of a skeleton or a spinner do not. */
const NOTHING_MOVES = `document.getAnimations().every(({ effect, playState }) =>
  playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`;

/** Serious and critical findings of axe on the page at rest: rule, element and reason. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // A text that fades in has little contrast.
  await waitUntil(page, NOTHING_MOVES);
  // By the debugger protocol: the policy of the page rejects an inline script.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary ?? ''}`),
    );
}

/** How far the content is wider than the window, in CSS pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
