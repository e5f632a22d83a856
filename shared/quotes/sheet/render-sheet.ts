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
import { type QuoteSheet, quoteSheet, type SheetBlock, sheetSender } from './quote-sheet.ts';
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
export function sheetHtml({ title, sender, blocks }: QuoteSheet): string {
  const { name, lines, logo } = sender;
  // The name is next to the logo, so the logo needs no text.
  const picture = logo === undefined ? '' : `<img class="logo" src="${logoText(logo)}" alt="">\n`;
  return sheetPage(
    escapeText(`${title} - ${name}`),
    `${picture}<p class="sender">${escapeText(name)}</p>
${lines.map((line) => `<p class="line">${escapeText(line)}</p>\n`).join('')}<h1>${escapeText(title)}</h1>
${blocks.map(blockHtml).join('')}`,
  );
}

function blockHtml(block: SheetBlock, index: number): string {
  switch (block.kind) {
    case 'quote':
      return `<h2 class="quote">${escapeText(block.text)}</h2>\n`;
    case 'notice':
      return `<p class="notice">${escapeText(block.text)}</p>\n`;
    case 'terms':
      return `<h2>${escapeText(block.title)}</h2>\n<p class="terms">${escapeText(block.text)}</p>\n`;
    case 'facts': {
      const facts = block.facts.map(
        ([label, value]) => `<dt>${escapeText(label)}</dt><dd>${escapeText(value)}</dd>`,
      );
      return `<dl>\n${facts.join('\n')}\n</dl>\n`;
    }
    case 'table': {
      const { title, level, note, columns, rows, total } = block;
      const heads = columns.map((column) => `<th scope="col">${escapeText(column.title)}</th>`).join('');
      return `<h${level} id="table-${index}">${escapeText(title)}</h${level}>
${note === undefined ? '' : `<p>${escapeText(note)}</p>\n`}<table aria-labelledby="table-${index}">
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.map(tableRow).join('\n')}
</tbody>
${total === undefined ? '' : `<tfoot>\n${tableRow(total)}\n</tfoot>\n`}</table>
`;
    }
  }
}

const tableRow = ([header = '', ...cells]: readonly string[]): string =>
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
