import type { Account } from '../../platform/account/account.ts';
import { type Outcome, reject } from '../../platform/http/outcome.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import { parseQuoteId } from '../record/quote-id.ts';
import { ORGANIZATION_MISSING, quoteNotFound } from '../request/quote-rejections.ts';
import type { RenderSheet } from './render-sheet.ts';
import { readSheetFormat } from './sheet-format.ts';

interface SheetRequest {
  readonly quoteId: string;
  readonly query: Readonly<Record<string, string>>;
  /** The header `Accept`. */
  readonly accept: string | undefined;
}

/** Reads the sheet of a quote in any status. A deleted quote and that of another account are not found. */
export function readSheetUseCase(renderSheet: RenderSheet) {
  return async (request: SheetRequest, caller: Account): Promise<Outcome<TextAnswer>> => {
    const format = readSheetFormat(request.query, request.accept);
    if (!format.ok) return format;
    const quoteId = parseQuoteId(request.quoteId);
    if (quoteId === undefined) return reject(quoteNotFound(request.quoteId));
    const sheet = await renderSheet(caller, quoteId, format.body);
    if (sheet === 'no-quote') return reject(quoteNotFound(quoteId));
    return sheet === 'no-sender' ? reject(ORGANIZATION_MISSING) : sheet;
  };
}
