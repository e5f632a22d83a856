import * as v from 'valibot';
import { equipmentLabel } from '../costs/equipment/equipment-type.ts';
import type { Account } from '../platform/account/account.ts';
import { type Outcome, succeed } from '../platform/http/outcome.ts';
import { readQuoteUseCase } from './read-quote.ts';
import { type ReadQuote, restsOnSimulation } from './record/quote-document.ts';
import type { QuoteReader } from './store/dynamodb-quote-items.ts';

export const replyDraft = v.object({ subject: v.string(), text: v.string() });
type ReplyDraft = v.InferOutput<typeof replyDraft>;

const usd = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** Total with its parts, days and validity of a quote, for mails. It names each field that it shows, as a sheet does. */
export function priceLines({ pricing, service_details: days, ...quote }: ReadQuote): readonly string[] {
  const parts = [
    `base rate ${usd(pricing.base_rate)}`,
    pricing.fuel_surcharge === 0 ? 'no separate fuel charge' : `fuel ${usd(pricing.fuel_surcharge)}`,
    ...pricing.accessorials.map(
      ({ title, quantity, amount }) => `${title}${quantity === 1 ? '' : ` (${quantity})`} ${usd(amount)}`,
    ),
  ];
  return [
    `${usd(pricing.total_rate)}: ${parts.join(', ')}`,
    `Pickup ${days.planned_pickup_date}, delivery about ${days.estimated_delivery_date}. Valid until ${quote.expiry_date.slice(0, 10)}. Quote ${quote.quote_id}.`,
    ...(restsOnSimulation({ pricing, market: quote.market })
      ? ['The price rests on simulated loads: it is an example and not an offer.']
      : []),
  ];
}

export const mailText = (...blocks: readonly string[]): string =>
  ['Hello,', ...blocks, 'Best regards'].join('\n\n');

const wayOf = ({ route, stops }: ReadQuote): string =>
  [route.origin, ...stops, route.destination].map(({ name }) => name).join(' to ');

/** Way, equipment and load of a quote. */
export const loadLine = (quote: ReadQuote): string =>
  [
    ...[wayOf(quote), equipmentLabel(quote.equipment_type)],
    ...(quote.commodity === '' ? [] : [quote.commodity]),
    ...(quote.weight_lbs === null ? [] : [`${quote.weight_lbs.toLocaleString('en-US')} lb`]),
  ].join(', ');

/** The charges that the totals of quotes do not have, each once; [] without any. */
export function laterCharges(quotes: readonly ReadQuote[]): readonly string[] {
  const lines = quotes.flatMap(({ schedule_of_charges: charges }) =>
    charges.map(
      ({ title, rate, unit, free, applies }) =>
        `- ${title}: ${usd(rate)} ${unit}${free === 0 ? '' : ` after ${free} free`}. ${applies}`,
    ),
  );
  const title = 'Not in the total, and charged only if it occurs:';
  return lines.length === 0 ? [] : [[title, ...new Set(lines)].join('\n')];
}

/** Drafts a mail with a quote in any status. Nothing is sent. */
export function replyToQuoteUseCase(quotes: QuoteReader) {
  const readQuote = readQuoteUseCase(quotes);
  return async (id: string, caller: Account): Promise<Outcome<ReplyDraft>> => {
    const read = await readQuote(id, caller);
    if (!read.ok) return read;
    const { quote } = read.body;
    const { outcome, customer_reference: reference } = quote;
    const isOffered = outcome === 'open' || outcome === 'won';
    return succeed({
      subject: `Quote ${quote.quote_id}: ${wayOf(quote)}${reference === '' ? '' : ` (${reference})`}`,
      text: mailText(
        isOffered
          ? 'Thank you for your request. Our price:'
          : 'This quote is not valid any more. Its price was:',
        [loadLine(quote), ...priceLines(quote)].join('\n'),
        ...laterCharges([quote]),
      ),
    });
  };
}
