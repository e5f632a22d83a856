import { createHash } from 'node:crypto';
import type { ErrorPages } from '../../platform/http/text-answer.ts';

/** Style of the page. It uses no font or image from elsewhere. */
const SHEET_STYLE = `
:root{color-scheme:light}
body{margin:0;background:#fff;color:#1a1f26;font:16px/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:44rem;margin:0 auto;padding:2.5rem 1.5rem 3rem}
.logo{display:block;max-width:15rem;max-height:5rem;margin:0 0 .75rem}
.line{margin:0;color:#4a5560;overflow-wrap:anywhere}
.sender{margin:0;font-size:1.125rem;font-weight:600;overflow-wrap:anywhere}
h1{margin:1rem 0 1.5rem;font-size:1.625rem;line-height:1.25;overflow-wrap:anywhere}
h2{margin:2rem 0 .5rem;font-size:1.125rem}
h3{margin:1.5rem 0 .5rem;font-size:1rem}
h2.quote{margin-top:2.5rem;padding-top:1rem;border-top:2px solid #1a1f26}
.notice{margin:0 0 1.5rem;padding:.75rem 1rem;border:2px solid #8a1c1c;border-radius:.25rem;font-weight:600;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(8rem,11rem) 1fr;gap:.375rem 1rem;margin:0}
dt{color:#4a5560}
dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid #c9d0d8;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{color:#4a5560;font-weight:600}
tbody th{font-weight:400}
tbody th,tbody td{min-width:5.5rem}
th:last-child,td:last-child{padding-right:0;text-align:right;font-variant-numeric:tabular-nums}
tfoot th,tfoot td{border-bottom:0;border-top:2px solid #1a1f26;font-size:1.125rem;font-weight:700}
p{margin:.5rem 0}
.terms{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9375rem}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
@media print{body{font-size:11pt}main{max-width:none;padding:0}h2,h3,tr,.notice{break-inside:avoid}h2,h3{break-after:avoid}}
`;

const STYLE_HASH = createHash('sha256').update(SHEET_STYLE).digest('base64');

/** The page loads nothing but its logo, which it contains, runs no script, sends no form and is not shown in frames. */
const SHEET_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const HTML_TYPE = 'text/html; charset=utf-8';

/** Sheets are for one customer: no search engine and no referring page may learn of them. */
export const PRIVATE_HEADERS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

/** A page of sheets. @param title and @param main are HTML: their texts are escaped. */
export const sheetPage = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${SHEET_STYLE}</style>
</head>
<body>
<main>
${main}</main>
</body>
</html>
`;

export const HTML_SHEET_HEADERS = { ...PRIVATE_HEADERS, 'Content-Security-Policy': SHEET_POLICY };

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
