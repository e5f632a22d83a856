import { buildSite } from '../../bin/site/build-site.ts';
import { findBrowser } from '../runner/find-browser.ts';
import { startConsole } from '../web/console/console-process.ts';
import { started } from './started.ts';

/** The pages, a browser that shows them, and the service that the test files of the console share. */
export default async function buildPages(): Promise<void> {
  process.env.BROWSER_PATH = findBrowser();
  process.env.SITE_DIR = await buildSite();
  const { url, dataDir, stop } = await startConsole();
  started.push(stop);
  process.env.CONSOLE_URL = url;
  process.env.CONSOLE_DATA_DIR = dataDir;
}
