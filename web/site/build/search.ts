import { REFERENCE_FOLDER } from './reference-pages.ts';
import { CLIENTS_FOLDER } from './site-links.ts';

/** Words that readers search for and pages do not contain in a heading, by page below docs/integrators. */
const WORDS: Readonly<Record<string, string>> = {
  'accessorials.md': 'hazmat, detention',
  'authentication.md': 'API key, sandbox, test mode',
  'client-libraries.md': 'Postman',
  'errors.md': '429, status, timeout, retry',
  'keys.md': 'API key',
  'quickstart.md': 'price a lane, terminal',
  'quotes-pricing-strategy.md': 'fuel',
  'rate-confidence.md': 'confidence',
  'receiving-webhooks.md': 'signature',
  'rfps.md': 'RFP',
  'webhooks.md': 'webhook',
};

const FOLDER = 'integrators/';

/** What the search reads of a page: pages for integrators, with the words in the title, and operations. */
export function searchedText(path: string, markdown: string): string {
  if (path.startsWith(`${REFERENCE_FOLDER}/`)) return /^# [\s\S]*?(?=^## )/m.exec(markdown)?.[0] ?? '';
  // Of a client, its title: the guides explain the rest.
  if (path.startsWith(`${CLIENTS_FOLDER}/`)) return /^# .+$/m.exec(markdown)?.[0] ?? '';
  if (!path.startsWith(FOLDER)) return '';
  const words = WORDS[path.slice(FOLDER.length)];
  return words === undefined ? markdown : markdown.replace(/^# .+$/m, `$& (${words})`);
}

/** Titles count most: a page that has the word as its subject comes first. */
export const SEARCH_OPTIONS = {
  fuzzy: false,
  prefix: true,
  combineWith: 'AND',
  boost: { title: 12, titles: 2, text: 1 },
} as const;
