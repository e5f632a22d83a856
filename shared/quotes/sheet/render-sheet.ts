import type { Account } from '../../platform/account/account.ts';
import type { Outcome } from '../../platform/http/outcome.ts';
import { succeed } from '../../platform/http/outcome.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import { answerQuote } from '../answer-quote.ts';
import type { QuoteId } from '../record/quote-id.ts';
import type { QuoteStore, StoredQuote } from '../record/quote-store.ts';
import type { StrategyStore } from '../strategy/strategy-store.ts';
import { type QuoteSheet, quoteSheet, type SheetSender } from './quote-sheet.ts';
import type { SheetFormat } from './sheet-format.ts';
import { HTML_SHEET_HEADERS, HTML_TYPE, PRIVATE_HEADERS, sheetPage } from './sheet-style.ts';

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
  const { title, sender, notices, facts, charges, total, possibleCharges, laterCharges, terms } = sheet;
  return sheetPage(
    escapeText(`${title} - ${sender}`),
    `<p class="sender">${escapeText(sender)}</p>
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
${possibleTable(possibleCharges)}${laterTable(laterCharges)}${termsSection(terms)}`,
  );
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

function laterTable(charges: QuoteSheet['laterCharges']): string {
  if (charges.length === 0) return '';
  return `<h2 id="later">Charges after the move</h2>
<p>The total does not include these charges. They apply only in these cases.</p>
<table aria-labelledby="later">
<thead><tr><th scope="col">Charge</th><th scope="col">Applies if</th><th scope="col">Rate</th></tr></thead>
<tbody>
${charges.map(({ title, applies, rate }) => tableRow(title, applies, rate)).join('\n')}
</tbody>
</table>
`;
}

const tableRow = (header: string, ...cells: readonly string[]): string =>
  `<tr><th scope="row">${escapeText(header)}</th>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}</tr>`;

/** Renders a sheet as a PDF file of ASCII characters. */
type RenderPdf = (sheet: QuoteSheet) => Promise<string>;

/** The sheet of a quote in a format. */
async function answerSheet(
  stored: StoredQuote,
  sender: SheetSender,
  format: SheetFormat,
  renderPdf: RenderPdf,
): Promise<Outcome<TextAnswer>> {
  const { quote } = answerQuote(stored);
  const sheet = quoteSheet(quote, sender);
  if (format === 'html') {
    return succeed({ contentType: HTML_TYPE, text: sheetHtml(sheet) }, HTML_SHEET_HEADERS);
  }
  return succeed(
    { contentType: 'application/pdf', text: await renderPdf(sheet) },
    {
      ...PRIVATE_HEADERS,
      'Content-Disposition': `inline; filename="${quote.quote_id}.pdf"`,
    },
  );
}

/** Port: names of organizations. */
export interface SenderNames {
  /** Undefined if the organization is unknown. */
  readName(orgId: string): Promise<string | undefined>;
}

export interface SheetSources {
  readonly quotes: Pick<QuoteStore, 'read'>;
  readonly senders: SenderNames;
  readonly strategies: Pick<StrategyStore, 'version'>;
  readonly renderPdf: RenderPdf;
}

/** Renders the sheet of a quote in any status, with the terms of the strategy that priced it. */
export type RenderSheet = (
  account: Account,
  quoteId: QuoteId,
  format: SheetFormat,
) => Promise<Outcome<TextAnswer> | 'no-quote' | 'no-sender'>;

export const createRenderSheet =
  ({ quotes, senders, strategies, renderPdf }: SheetSources): RenderSheet =>
  async (account, quoteId, format) => {
    const { orgId, mode } = account;
    const [stored, sender] = await Promise.all([quotes.read(account, quoteId), senders.readName(orgId)]);
    if (stored === undefined) return 'no-quote';
    if (sender === undefined) return 'no-sender';
    const strategy = await strategies.version(orgId, mode, stored.strategyVersion);
    return answerSheet(stored, { name: sender, terms: strategy?.sheetTerms ?? '' }, format, renderPdf);
  };
