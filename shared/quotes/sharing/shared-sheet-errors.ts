import type { ErrorPages } from '../../platform/http/text-answer.ts';
import { HTML_SHEET_HEADERS, HTML_TYPE, sheetPage } from '../sheet/sheet-style.ts';

type Page = readonly [title: string, text: string];

const INTERNAL: Page = [
  'The quote cannot be shown now',
  'The service has a fault. Try again in a few minutes. If it persists, tell the company that sent you the link.',
];
const PAGES: Readonly<Partial<Record<string, Page>>> = {
  // It does not state the reason, from which a stranger could learn of quotes.
  'not-found': [
    'This link does not work',
    'The link is incomplete, has expired, or its sender has withdrawn it. Ask the company that sent it for a new link.',
  ],
  invalid: [
    'This address is not complete',
    'Its part after the question mark is not known. Open the link as you received it.',
  ],
  'rate-limited': ['Too many calls at this moment', 'Wait five minutes, then open the link again.'],
};

const writePage = ([title, text]: Page): string => sheetPage(title, `<h1>${title}</h1>\n<p>${text}</p>\n`);

/** The errors of share links, which people open in a browser. */
export const SHARED_SHEET_ERRORS: ErrorPages = {
  contentType: HTML_TYPE,
  headers: HTML_SHEET_HEADERS,
  write: (kind) => writePage(PAGES[kind] ?? INTERNAL),
};
