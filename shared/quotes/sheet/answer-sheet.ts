import { type Outcome, succeed } from '../../platform/http/outcome.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import { answerQuote } from '../answer-quote.ts';
import type { StoredQuote } from '../record/quote-store.ts';
import { type QuoteSheet, quoteSheet, type SheetSender } from './quote-sheet.ts';
import type { SheetFormat } from './sheet-format.ts';
import { sheetHtml } from './sheet-html.ts';
import { HTML_SHEET_HEADERS, HTML_TYPE, PRIVATE_HEADERS } from './sheet-style.ts';

/** Renders a sheet as a PDF file of ASCII characters. */
export type RenderPdf = (sheet: QuoteSheet) => Promise<string>;

/** The sheet of a quote in a format. */
export async function answerSheet(
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
