import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { parseQuoteId, type QuoteId } from '../record/stored-quote.ts';

/** A quote that may become a load. */
export interface ConvertedQuote extends Account {
  readonly quoteId: QuoteId;
}

const quoteId = v.custom<QuoteId>((value) => parseQuoteId(value) !== undefined);
const messageBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    convertedQuote: v.object({
      orgId: v.pipe(v.string(), v.nonEmpty()),
      mode: v.picklist(KEY_MODES),
      quoteId,
    }),
  }),
);

export const convertedQuoteMessage = ({ orgId, mode, quoteId }: ConvertedQuote): string =>
  JSON.stringify({ convertedQuote: { orgId, mode, quoteId } });

/** The converted quote of such a message; undefined for others. */
export function readConvertedQuoteMessage(body: string): ConvertedQuote | undefined {
  const parsed = v.safeParse(messageBody, body);
  return parsed.success ? parsed.output.convertedQuote : undefined;
}
