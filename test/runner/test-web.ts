import { buildSite } from '../../bin/site/build-site.ts';
import { findBrowser } from './find-browser.ts';
import { runSuite, runTests } from './run.ts';

/** `npm run test:web`: the console, the documentation site, the start page and the API reference in a browser. */
await runSuite(async () => {
  const started = performance.now();
  const site = await buildSite();
  console.log(`✓ site (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  await runTests('web', ['web'], process.argv.slice(2), { SITE_DIR: site, BROWSER_PATH: findBrowser() });
});
