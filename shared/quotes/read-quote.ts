import * as v from 'valibot';
import { usd } from '../costs/model/cents.ts';
import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { type QuoteDetail, quoteDetail, type ReadQuote } from './record/quote-document.ts';
import {
  parseQuoteId,
  type QuoteDecisions,
  quoteCreatedAt,
  type StoredQuote,
} from './record/stored-quote.ts';
import { quoteNotFound } from './request/quote-rejections.ts';
import type { QuoteReader } from './store/dynamodb-quote-items.ts';

export function answerQuote(quote: StoredQuote): { readonly quote: ReadQuote } {
  const { quoteId, status, outcome, revises, supersededBy } = quote;
  const detail: QuoteDetail = v.parse(quoteDetail, quote.detail);
  return {
    quote: {
      ...{ quote_id: quoteId, status, outcome, created_at: quoteCreatedAt(quoteId).toISOString(), ...detail },
      ...describeConversion(quote),
      ...describeDecline(quote),
      ...(revises && { revises }),
      ...(supersededBy && { superseded_by: supersededBy }),
    },
  };
}

function describeConversion({ convertedAt, conversion = {} }: QuoteDecisions): Pick<ReadQuote, 'conversion'> {
  if (convertedAt === undefined) return {};
  const { convertedBy = '', orderReference = '' } = conversion;
  return {
    conversion: { converted_at: convertedAt, converted_by: convertedBy, order_reference: orderReference },
  };
}

function describeDecline({ declinedAt, decline }: QuoteDecisions): Pick<ReadQuote, 'decline'> {
  if (declinedAt === undefined || decline === undefined) return {};
  const { reason, competitorPriceCents: cents, note = '' } = decline;
  return {
    decline: {
      ...{ declined_at: declinedAt, reason, note },
      competitor_price: cents === undefined ? null : usd(cents),
    },
  };
}

/** Reads one quote of a caller. A malformed id and the id of another account's quote are both not found. */
export function readQuoteUseCase(quotes: QuoteReader) {
  return async (text: string, caller: Account): Promise<Outcome<{ readonly quote: ReadQuote }>> => {
    const quoteId = parseQuoteId(text);
    const stored = quoteId && (await quotes.read(caller, quoteId));
    return stored ? succeed(answerQuote(stored)) : reject(quoteNotFound(text));
  };
}
