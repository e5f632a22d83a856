import * as v from 'valibot';
import type { Account } from '../platform/account/account.ts';
import { decimal, objectOf, optionalField } from '../platform/http/body-fields.ts';
import { type FieldError, fieldErrors } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../platform/http/request-fields.ts';
import { callerText } from '../platform/text/bounded-text.ts';
import { answerQuote } from './read-quote.ts';
import type { DeletedQuote, ReadQuote } from './record/quote-document.ts';
import {
  type Conversion,
  type ConversionResult,
  DECLINE_REASONS,
  type Decline,
  type DeclineResult,
  parseQuoteId,
  type QuoteId,
} from './record/stored-quote.ts';
import {
  BODY_NOT_OF_CONVERSION,
  invalidParameters,
  quoteNotFound,
  rejectDecision,
} from './request/quote-rejections.ts';
import type { QuoteDecisionStore } from './store/dynamodb-quote-decisions.ts';

const MAX_LENGTH = 200;

const shortText = v.exactOptional(
  v.pipe(
    optionalField(callerText(MAX_LENGTH)),
    v.transform((text) => text?.trim() || undefined),
  ),
);

/** The body of a conversion, which is optional; other members are ignored, as before there was a body. */
export const conversionBody = v.object({ converted_by: shortText, order_reference: shortText });

function readConversion(body: unknown = {}): Outcome<Conversion> {
  if (!isRequestObject(body)) return reject(BODY_NOT_OF_CONVERSION);
  const parsed = v.safeParse(conversionBody, body);
  if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
  const { converted_by: convertedBy, order_reference: orderReference } = parsed.output;
  return succeed({ ...(convertedBy && { convertedBy }), ...(orderReference && { orderReference }) });
}

const MAX_NOTE_LENGTH = 1_000;

/** Fields of the body of a decline; the price is in USD. */
export const declineFields = {
  reason: v.picklist(DECLINE_REASONS, `must be one of ${DECLINE_REASONS.join(', ')}`),
  competitor_price: v.exactOptional(optionalField(decimal(0.01, 1_000_000, 2))),
  note: v.exactOptional(optionalField(callerText(MAX_NOTE_LENGTH))),
};

const declineBody = objectOf(declineFields, 'must be an object with a reason');

function readDecline(body: unknown): Outcome<Decline> {
  const parsed = v.safeParse(declineBody, body);
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  if (isRequestObject(body)) rejectUnknownFields(body, declineFields, '', errors);
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  const { reason, competitor_price: price, note = '' } = parsed.output;
  return succeed({
    reason,
    ...(price !== undefined && { competitorPriceCents: Math.round(price * 100) }),
    ...(note.trim() !== '' && { note: note.trim() }),
  });
}

/** @throws ContendedWriteError if other writes came first each time. */
const decideUseCase =
  <Given>(
    read: (body: unknown) => Outcome<Given>,
    decide: (caller: Account, quoteId: QuoteId, given: Given) => Promise<ConversionResult | DeclineResult>,
  ) =>
  async (text: string, caller: Account, body?: unknown): Promise<Outcome<{ readonly quote: ReadQuote }>> => {
    const given = read(body);
    if (!given.ok) return given;
    const quoteId = parseQuoteId(text);
    if (quoteId === undefined) return reject(quoteNotFound(text));
    const result = await decide(caller, quoteId, given.body);
    return 'quote' in result ? succeed(answerQuote(result.quote)) : reject(rejectDecision(quoteId, result));
  };

/** Converts an active quote. For a converted quote the answer is the same. */
export const convertQuoteUseCase = ({ convert }: Pick<QuoteDecisionStore, 'convert'>) =>
  decideUseCase(readConversion, convert);

/** Declines an active or expired quote. The same decline gives the same answer again. */
export const declineQuoteUseCase = ({ decline }: Pick<QuoteDecisionStore, 'decline'>) =>
  decideUseCase(readDecline, decline);

/**
 * Deletes a quote in any status.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function deleteQuoteUseCase(quotes: Pick<QuoteDecisionStore, 'delete'>) {
  return async (text: string, caller: Account): Promise<Outcome<{ readonly quote: DeletedQuote }>> => {
    const quoteId = parseQuoteId(text);
    const isDeleted = quoteId !== undefined && (await quotes.delete(caller, quoteId)) === 'deleted';
    return isDeleted ? succeed({ quote: { quote_id: quoteId, deleted: true } }) : reject(quoteNotFound(text));
  };
}
