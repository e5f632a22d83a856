import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { consoleBuild } from '../../bin/site/build-console.ts';
import { findBrowser } from '../runner/find-browser.ts';
import { consoleSizes, FIRST_LOAD_BUDGET, WHOLE_PAGE_BUDGET } from '../support/console-sizes.ts';
import { startBrowser } from '../web/browser.ts';
import { CPU_SLOWDOWN, MAX_INTERACTION_MS, measureInteractions } from './console-interactions.ts';
import { missReach } from './short.ts';

/**
 * What a browser loads for each page of the console: JavaScript and CSS, compressed with gzip, and the packages with the
 * most code. Then the longest interaction to next paint on pages with full tables.
 */
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const LARGEST = 12;
const FEW_ROWS = 10;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);

/** The package of a module, or the console itself. */
const packageOf = (id: string): string =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id.replaceAll('\\', '/'))?.[1] ?? 'the console and the client';

mkdirSync(DIST, { recursive: true });
const site = mkdtempSync(join(DIST, 'bench-console-'));
try {
  const packages = new Map<string, number>();
  const options = consoleBuild(site);
  await build({
    ...options,
    plugins: [
      {
        name: 'sizes-of-packages',
        generateBundle: (_, bundle) => {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk') continue;
            for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
              const name = packageOf(id);
              packages.set(name, (packages.get(name) ?? 0) + renderedLength);
            }
          }
        },
      },
    ],
  });
  console.log('First load of each page, compressed; in brackets with its charts and map');
  for (const { page, firstLoad, whole } of consoleSizes(`${site}/console`)) {
    const isMissed = firstLoad > FIRST_LOAD_BUDGET || whole > WHOLE_PAGE_BUDGET;
    if (isMissed) missReach();
    const reach = `reach: <= ${FIRST_LOAD_BUDGET / 1000} kB, <= ${WHOLE_PAGE_BUDGET / 1000} kB`;
    console.log(
      `${page.padEnd(34)} ${kilobytes(firstLoad)} (${kilobytes(whole)}) (${reach}${isMissed ? '; MISSED' : ''})`,
    );
  }
  console.log('\nLargest packages of all pages: JavaScript that is used, before minification');
  const largest = [...packages].sort(([, a], [, b]) => b - a).slice(0, LARGEST);
  for (const [name, bytes] of largest) console.log(`${name.padEnd(34)} ${kilobytes(bytes)}`);

  console.log(
    `\nInteraction to next paint, processor slowed down ${CPU_SLOWDOWN} times (Event Timing API, Chromium without a window); in brackets with ${FEW_ROWS} rows`,
  );
  process.env.SITE_DIR = site;
  process.env.BROWSER_PATH = findBrowser();
  const browser = await startBrowser();
  try {
    const few = await measureInteractions(browser, FEW_ROWS);
    for (const [index, { name, rows, durationMs }] of (await measureInteractions(browser)).entries()) {
      const isMissed = durationMs > MAX_INTERACTION_MS;
      if (isMissed) missReach();
      console.log(
        `${name.padEnd(44)} ${String(rows).padStart(5)} rows ${String(durationMs).padStart(5)} ms (${few[index]?.durationMs} ms) (reach: <= ${MAX_INTERACTION_MS} ms${isMissed ? '; MISSED' : ''})`,
      );
    }
  } finally {
    await browser.close();
  }
} finally {
  rmSync(site, { recursive: true, force: true });
}
