import { buildSite } from '../../bin/site/build-site.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { findBrowser } from './find-browser.ts';
import { runTests, TestFailure } from './run.ts';

/** `npm run test:web`: the console, the documentation site, the start page and the API reference in a browser. */
try {
  const started = performance.now();
  const site = await buildSite();
  console.log(`✓ site (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  await runTests('web', ['web'], process.argv.slice(2), { SITE_DIR: site, BROWSER_PATH: findBrowser() });
} catch (error) {
  if (!(error instanceof TestFailure || error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
