import type { QuoteSheet } from './quote-sheet.ts';
import { SHEET_STYLE } from './sheet-style.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The sheet as one HTML page without scripts and requests. Every text of the sheet is escaped. */
export function sheetHtml(sheet: QuoteSheet): string {
  const { title, sender, notices, facts, charges, total, possibleCharges, terms } = sheet;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeText(`${title} - ${sender}`)}</title>
<style>${SHEET_STYLE}</style>
</head>
<body>
<main>
<p class="sender">${escapeText(sender)}</p>
<h1>${escapeText(title)}</h1>
${notices.map((notice) => `<p class="notice">${escapeText(notice)}</p>\n`).join('')}<dl>
${facts.map(({ label, value }) => `<dt>${escapeText(label)}</dt><dd>${escapeText(value)}</dd>`).join('\n')}
</dl>
<h2 id="price">Price</h2>
<table aria-labelledby="price">
<thead><tr><th scope="col">Charge</th><th scope="col">Amount</th></tr></thead>
<tbody>
${charges.map(({ label, value }) => tableRow(label, value)).join('\n')}
</tbody>
<tfoot>
${tableRow('Total', total)}
</tfoot>
</table>
${possibleTable(possibleCharges)}${termsSection(terms)}</main>
</body>
</html>
`;
}

const termsSection = (terms: string | undefined): string =>
  terms === undefined ? '' : `<h2>Terms</h2>\n<p class="terms">${escapeText(terms)}</p>\n`;

function possibleTable(charges: QuoteSheet['possibleCharges']): string {
  if (charges.length === 0) return '';
  return `<h2 id="possible">Charges that may apply</h2>
<p>The total does not include these charges. They apply if the move needs them.</p>
<table aria-labelledby="possible">
<thead><tr><th scope="col">Charge</th><th scope="col">Rate</th><th scope="col">Usual amount</th></tr></thead>
<tbody>
${charges.map(({ title, rate, amount }) => tableRow(title, rate, amount)).join('\n')}
</tbody>
</table>
`;
}

const tableRow = (header: string, ...cells: readonly string[]): string =>
  `<tr><th scope="row">${escapeText(header)}</th>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}</tr>`;
