import { customerKey } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import { answerQuote } from '../read-quote.ts';
import type { ReadQuote } from '../record/quote-document.ts';
import type { QuoteId, StoredQuote } from '../record/stored-quote.ts';
import { invalidParameters, ORGANIZATION_MISSING, quoteNotFound } from '../request/quote-rejections.ts';
import type { QuoteReader } from '../store/dynamodb-quote-items.ts';
import type { StrategyStore } from '../strategy/dynamodb-strategies.ts';
import type { ProfileStore } from './dynamodb-organization-profile.ts';
import { type QuoteSheet, quoteSheet, type SheetQuote, sheetSender } from './quote-sheet.ts';
import { logoText } from './read-logo.ts';
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
export function sheetHtml({ title, sender, quotes, laterCharges, terms }: QuoteSheet): string {
  const { name, lines, logo } = sender;
  // The name is next to the logo, so the logo needs no text.
  const picture = logo === undefined ? '' : `<img class="logo" src="${logoText(logo)}" alt="">\n`;
  return sheetPage(
    escapeText(`${title} - ${name}`),
    `${picture}<p class="sender">${escapeText(name)}</p>
${lines.map((line) => `<p class="line">${escapeText(line)}</p>\n`).join('')}<h1>${escapeText(title)}</h1>
${quotes.map(quoteSection).join('')}${laterTable(laterCharges, 'h2', 'later')}${terms.map(termsSection).join('')}`,
  );
}

/** The quotes of a sheet with several have headings, so those of their parts are a level below. */
function quoteSection(quote: SheetQuote, index: number): string {
  const { heading, notices, facts, charges, total, possibleCharges, laterCharges } = quote;
  const level = heading === undefined ? 'h2' : 'h3';
  const id = `price-${index + 1}`;
  return `${heading === undefined ? '' : `<h2 class="quote">${escapeText(heading)}</h2>\n`}${notices.map((notice) => `<p class="notice">${escapeText(notice)}</p>\n`).join('')}<dl>
${facts.map(({ label, value }) => `<dt>${escapeText(label)}</dt><dd>${escapeText(value)}</dd>`).join('\n')}
</dl>
<${level} id="${id}">Price</${level}>
<table aria-labelledby="${id}">
<thead><tr><th scope="col">Charge</th><th scope="col">Amount</th></tr></thead>
<tbody>
${charges.map(({ label, value }) => tableRow(label, value)).join('\n')}
</tbody>
<tfoot>
${tableRow('Total', total)}
</tfoot>
</table>
${possibleTable(possibleCharges, level, `possible-${index + 1}`)}${laterTable(laterCharges, level, `later-${index + 1}`)}`;
}

const termsSection = ({ heading, text }: QuoteSheet['terms'][number]): string =>
  `<h2>${escapeText(heading)}</h2>\n<p class="terms">${escapeText(text)}</p>\n`;

type Level = 'h2' | 'h3';

function possibleTable(charges: SheetQuote['possibleCharges'], level: Level, id: string): string {
  if (charges.length === 0) return '';
  return `<${level} id="${id}">Charges that may apply</${level}>
<p>The total does not include these charges. They apply if the move needs them.</p>
<table aria-labelledby="${id}">
<thead><tr><th scope="col">Charge</th><th scope="col">Rate</th><th scope="col">Usual amount</th></tr></thead>
<tbody>
${charges.map(({ title, rate, amount }) => tableRow(title, rate, amount)).join('\n')}
</tbody>
</table>
`;
}

function laterTable(charges: SheetQuote['laterCharges'], level: Level, id: string): string {
  if (charges.length === 0) return '';
  return `<${level} id="${id}">Charges after the move</${level}>
<p>The total does not include these charges. They apply only in these cases.</p>
<table aria-labelledby="${id}">
<thead><tr><th scope="col">Charge</th><th scope="col">Applies if</th><th scope="col">Rate</th></tr></thead>
<tbody>
${charges.map(({ title, applies, rate }) => tableRow(title, applies, rate)).join('\n')}
</tbody>
</table>
`;
}

const tableRow = (header: string, ...cells: readonly string[]): string =>
  `<tr><th scope="row">${escapeText(header)}</th>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}</tr>`;

export interface SheetSources {
  readonly quotes: QuoteReader;
  /** The name is undefined if the organization is unknown. */
  readonly senders: { readName(orgId: string): Promise<string | undefined> };
  readonly profiles: Pick<ProfileStore, 'read'>;
  readonly strategies: Pick<StrategyStore, 'version'>;
  readonly renderPdf: (sheet: QuoteSheet) => Promise<string>;
}

export type SheetFormat = 'html' | 'pdf';

/** Renders the sheet of quotes in any status, with the terms of the strategies that priced them. */
export type RenderSheet = (
  account: Account,
  quoteIds: readonly QuoteId[],
  format: SheetFormat,
) => Promise<Outcome<TextAnswer>>;

const READS_AT_ONCE = 10;

export const createRenderSheet =
  ({ quotes, senders, profiles, strategies, renderPdf }: SheetSources): RenderSheet =>
  async (account, quoteIds, format) => {
    const { orgId, mode } = account;
    const found = new Map<QuoteId, StoredQuote>();
    const [name, profile] = await Promise.all([
      senders.readName(orgId),
      profiles.read(account),
      forEachConcurrent(quoteIds, READS_AT_ONCE, async (quoteId) => {
        const stored = await quotes.read(account, quoteId);
        if (stored !== undefined) found.set(quoteId, stored);
      }),
    ]);
    const missing = quoteIds.find((quoteId) => !found.has(quoteId));
    if (missing !== undefined) return reject(quoteNotFound(missing));
    if (name === undefined) return reject(ORGANIZATION_MISSING);
    const stored = quoteIds.flatMap((quoteId) => found.get(quoteId) ?? []);
    const read = stored.map((one) => answerQuote(one).quote);
    if (!isOfOneCustomer(read)) return reject(SEVERAL_CUSTOMERS);
    const terms = new Map<number, string>();
    const versions = new Set(stored.map(({ strategyVersion }) => strategyVersion));
    await forEachConcurrent(versions, READS_AT_ONCE, async (version) => {
      terms.set(version, (await strategies.version(orgId, mode, version))?.sheetTerms ?? '');
    });
    const sheet = quoteSheet(
      read.map((quote) => ({ quote, terms: terms.get(quote.pricing_strategy_version) ?? '' })),
      sheetSender(name, profile),
    );
    if (format === 'html') {
      return succeed({ contentType: HTML_TYPE, text: sheetHtml(sheet) }, HTML_SHEET_HEADERS);
    }
    const file = quoteIds.length === 1 ? quoteIds[0] : 'quotes';
    return succeed(
      { contentType: 'application/pdf', text: await renderPdf(sheet) },
      { ...PRIVATE_HEADERS, 'Content-Disposition': `inline; filename="${file}.pdf"` },
    );
  };

const SEVERAL_CUSTOMERS = invalidParameters([
  { field: 'quote_ids', message: 'must be quotes of one customer. Make a sheet for each customer' },
]);

/** Whether all quotes have the same customer, or one of the names with which its record was quoted. */
export function isOfOneCustomer(quotes: readonly Pick<ReadQuote, 'customer' | 'customer_id'>[]): boolean {
  const ids = new Set(quotes.flatMap(({ customer_id: id }) => id ?? []));
  if (ids.size > 1) return false;
  const keysOf = (isKnown: boolean) =>
    new Set(
      quotes.flatMap(({ customer, customer_id: id }) =>
        (id !== null) === isKnown ? customerKey(customer) : [],
      ),
    );
  // Quotes from before the record was created have no id.
  const [known, others] = [keysOf(true), keysOf(false)];
  return ids.size === 0 ? others.size <= 1 : [...others].every((key) => known.has(key));
}
