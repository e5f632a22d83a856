import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { prefersType } from '../../platform/http/accepted-type.ts';
import { listOf } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import type { TextAnswer } from '../../platform/http/text-answer.ts';
import { parseQuoteId, type QuoteId } from '../record/stored-quote.ts';
import { invalidParameters, quoteNotFound } from '../request/quote-rejections.ts';
import type { RenderSheet, SheetFormat } from './render-sheet.ts';

export const sheetParameters = v.object({
  format: v.exactOptional(v.picklist(['html', 'pdf'], 'must be html or pdf')),
});

export const SHEET_DESCRIPTION = {
  query: {
    schema: sheetParameters,
    fields: { format: '`html` or `pdf`. Default: by the header `Accept`, else HTML.' },
  },
  response: {
    schema: v.string(),
    description: 'The sheet.',
    mediaType: 'text/html',
    otherMediaTypes: ['application/pdf'],
    fields: {},
  },
  responseHeaders: ['Content-Disposition'],
} as const;

/**
 * The format of a sheet: the parameter `format`, else PDF if `Accept` prefers it to HTML, else HTML.
 * @param accept the header `Accept`.
 */
export function readSheetFormat(query: Readonly<Record<string, string>>, accept = ''): Outcome<SheetFormat> {
  const parsed = v.safeParse(sheetParameters, query);
  if (!parsed.success) {
    return reject(invalidParameters([{ field: 'format', message: parsed.issues[0].message }]));
  }
  const accepted = prefersType(accept, 'application/pdf', 'text/html') ? 'pdf' : 'html';
  const { format = accepted } = parsed.output;
  return succeed(format);
}

interface FormatRequest {
  readonly query: Readonly<Record<string, string>>;
  readonly accept: string | undefined;
}

/** Reads the sheet of a quote in any status. A deleted quote and that of another account are not found. */
export function readSheetUseCase(renderSheet: RenderSheet) {
  return async (
    { quoteId: text, query, accept }: FormatRequest & { readonly quoteId: string },
    caller: Account,
  ): Promise<Outcome<TextAnswer>> => {
    const format = readSheetFormat(query, accept);
    if (!format.ok) return format;
    const quoteId = parseQuoteId(text);
    return quoteId === undefined ? reject(quoteNotFound(text)) : renderSheet(caller, [quoteId], format.body);
  };
}

export const MAX_SHEET_QUOTES = 50;

const id = v.custom<QuoteId>((text) => parseQuoteId(text) !== undefined, 'must be the id of a quote');
export const sheetBody = v.object({
  quote_ids: v.pipe(
    listOf(v.pipe(v.string('must be the id of a quote'), id), 1, 'ids of quotes', MAX_SHEET_QUOTES),
    v.checkItems((text, index, ids) => ids.indexOf(text) === index, 'is the id of an earlier quote'),
  ),
});

/** Makes one sheet of quotes of a customer. Stores nothing. */
export function makeSheetUseCase(renderSheet: RenderSheet) {
  return async (
    { body, query, accept }: FormatRequest & { readonly body: unknown },
    caller: Account,
  ): Promise<Outcome<TextAnswer>> => {
    const format = readSheetFormat(query, accept);
    if (!format.ok) return format;
    if (!isRequestObject(body))
      return reject(invalidParameters([{ field: 'body', message: 'must be a JSON object with quote_ids' }]));
    const errors: FieldError[] = [];
    rejectUnknownFields(body, sheetBody.entries, '', errors);
    const parsed = v.safeParse(sheetBody, body);
    if (!parsed.success) errors.push(...fieldErrors(parsed.issues));
    if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
    return renderSheet(caller, parsed.output.quote_ids, format.body);
  };
}
