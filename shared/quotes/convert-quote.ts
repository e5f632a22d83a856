import * as v from 'valibot';
import type { Account } from '../platform/account/account.ts';
import { optionalField } from '../platform/http/body-fields.ts';
import { fieldErrors } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { isRequestObject } from '../platform/http/request-fields.ts';
import { callerText } from '../platform/text/bounded-text.ts';
import { answerQuote } from './answer-quote.ts';
import type { ReadQuote } from './record/quote-document.ts';
import { parseQuoteId } from './record/quote-id.ts';
import type { Conversion } from './record/quote-outcome.ts';
import type { QuoteStore } from './record/quote-store.ts';
import { rejectDecision } from './reject-decision.ts';
import { BODY_NOT_OF_CONVERSION, invalidParameters, quoteNotFound } from './request/quote-rejections.ts';

/** Longest name and reference, in characters. */
const MAX_LENGTH = 200;

const shortText = v.exactOptional(
  v.pipe(
    optionalField(callerText(MAX_LENGTH)),
    v.transform((text) => text?.trim() || undefined),
  ),
);

/** The body of a conversion, which is optional; other members are ignored, as before there was a body. */
export const conversionBody = v.object({ converted_by: shortText, order_reference: shortText });

/** @param body undefined or a JSON value. */
function readConversion(body: unknown = {}): Outcome<Conversion> {
  if (!isRequestObject(body)) return reject(BODY_NOT_OF_CONVERSION);
  const parsed = v.safeParse(conversionBody, body);
  if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
  const { converted_by: convertedBy, order_reference: orderReference } = parsed.output;
  return succeed({ ...(convertedBy && { convertedBy }), ...(orderReference && { orderReference }) });
}

/**
 * Converts an active quote. For a converted quote the answer is the same.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function convertQuoteUseCase(quotes: Pick<QuoteStore, 'convert'>) {
  return async (
    text: string,
    caller: Account,
    body?: unknown,
  ): Promise<Outcome<{ readonly quote: ReadQuote }>> => {
    const conversion = readConversion(body);
    if (!conversion.ok) return conversion;
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    const result = await quotes.convert(caller, quoteId, conversion.body);
    return result.outcome === 'converted'
      ? succeed(answerQuote(result.quote))
      : reject(rejectDecision(quoteId, result));
  };
}
