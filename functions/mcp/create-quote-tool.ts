import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../shared/costs/equipment/equipment-type.ts';
import { PRICING_TYPES } from '../../shared/quotes/record/pricing-type.ts';
import { quoteDetail } from '../../shared/quotes/record/quote-document.ts';
import { QUOTE_STATUSES } from '../../shared/quotes/record/quote-status.ts';
import { describeUsage, lines } from './describe-evidence.ts';
import { describeQuoteText, isQuoteSimulated } from './describe-quote-text.ts';
import { mapAnswer } from './map-answer.ts';
import { defineTool } from './tool.ts';
import { toolArguments } from './tool-schema.ts';

const text = (description: string) => v.pipe(v.string(), v.description(description));

const output = v.looseObject({
  saved: v.boolean(),
  simulated: v.boolean(),
  quote: v.looseObject({
    ...v.partial(quoteDetail, ['customer_reference']).entries,
    /** Only of a saved quote. */
    quote_id: v.exactOptional(v.string()),
    status: v.exactOptional(v.picklist(QUOTE_STATUSES)),
  }),
});

export const CREATE_QUOTE = defineTool({
  name: 'create_quote',
  title: 'Preview or create a quote',
  description:
    'Prices a move for a customer by a contract rate of the organization, or by market rates and its pricing strategy. By default it is a preview: no quote is created, no webhook is sent, and the call counts as 1 rate call. Show the preview to the user. Only if the user agrees, call it again with save: true and an idempotency_key: this creates the quote, sends webhooks, counts as 1 quote, and needs the scope write. The price can change between preview and creation.',
  input: toolArguments({
    origin: text('City with state, ZIP code, UN/LOCODE such as USLAX, or exact terminal name.'),
    destination: text('Same forms as origin. Origin and destination must differ.'),
    equipment_type: text(`One of ${EQUIPMENT_TYPES.join(', ')}.`),
    pickup_date: text('YYYY-MM-DD, from today to 365 days ahead.'),
    special_requirements: v.optional(
      v.pipe(
        v.array(v.string()),
        v.description(
          "Names of accessorials, such as chassis or liftgate; see the resource freight://tariff. Names of the organization's own tariff are accepted as well.",
        ),
      ),
    ),
    customer_reference: v.optional(text('Reference of the customer.')),
    customer: v.optional(text('Name of the customer. Contract rates of this customer can price the quote.')),
    pricing_type: v.optional(
      v.pipe(
        v.picklist(PRICING_TYPES),
        v.description('auto (default): a contract rate if one matches, else the market.'),
      ),
    ),
    weekly_volume: v.optional(
      v.pipe(
        v.number(),
        v.description('Loads a week, above 0. It selects the volume tier of a contract rate.'),
      ),
    ),
    save: v.optional(
      v.pipe(v.boolean(), v.description('true creates the quote. Default: false, a preview.')),
      false,
    ),
    idempotency_key: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters, such as a UUID'),
        v.description('Only with save. Repeated calls with the same key and arguments create one quote.'),
      ),
    ),
  }),
  output,
  writes: true,
  scopeOf: ({ save }) => (save ? 'write' : 'read'),
  call: async ({ save, idempotency_key: key, ...body }, request, operations) => {
    if (!save) {
      return mapAnswer(await operations.previewQuote({ ...request, body }), ({ quote }, headers) => ({
        structured: { saved: false, simulated: isQuoteSimulated(quote), quote },
        text: lines(
          'PREVIEW: no quote was created. To create it, call again with save: true.',
          describeQuoteText(quote),
          describeUsage(headers),
        ),
      }));
    }
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return mapAnswer(
      await operations.createQuote({ ...request, body, headers }),
      ({ quote }, _, isReplayed) => ({
        structured: { saved: true, simulated: isQuoteSimulated(quote), quote },
        text: lines(
          isReplayed
            ? `Quote ${quote.quote_id} was created by an earlier call with this idempotency_key; nothing was counted.`
            : `Quote ${quote.quote_id} was created and counted as 1 quote.`,
          describeQuoteText(quote),
        ),
      }),
    );
  },
});
