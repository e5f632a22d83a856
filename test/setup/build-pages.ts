import { buildSite } from '../../bin/site/build-site.ts';
import { findBrowser } from '../runner/find-browser.ts';

/** The pages, and a browser that shows them. */
export default async function buildPages(): Promise<void> {
  process.env.BROWSER_PATH = findBrowser();
  process.env.SITE_DIR = await buildSite();
}
