import * as v from 'valibot';
import { MAX_MONTHS, readUsageResponse } from '../../shared/accounts/usage/usage-statement.ts';
import { EQUIPMENT_TYPES } from '../../shared/costs/equipment/equipment-type.ts';
import { PRICING_TYPES } from '../../shared/quotes/record/manual-price.ts';
import { quoteDetail } from '../../shared/quotes/record/quote-document.ts';
import { QUOTE_STATUSES } from '../../shared/quotes/record/stored-quote.ts';
import { type RateResult, rateResult } from '../../shared/rates/rates-document.ts';
import { READ_LANES_FROM_TEXT } from './chat-tool.ts';
import {
  describeEvidence,
  describeUsage,
  isSimulated,
  lines,
  UNITS,
  usd,
  warningLines,
} from './describe-evidence.ts';
import { describeQuoteText, isQuoteSimulated } from './describe-quote-text.ts';
import { laneArguments } from './lane-arguments.ts';
import { mapAnswer } from './map-answer.ts';
import { laneName, PRICE_LANES } from './price-lanes-tool.ts';
import { FIND_QUOTES, READ_QUOTE } from './quote-tools.ts';
import { PRICE_RFP, READ_RFP } from './rfp-tools.ts';
import { SEARCH_TERMINALS } from './search-terminals-tool.ts';
import type { Tool } from './tool.ts';
import { defineTool } from './tool.ts';
import { toolArguments } from './tool-schema.ts';

const READ_USAGE = defineTool({
  name: 'read_usage',
  title: 'Read the usage',
  description:
    'Returns the counted rate calls and quotes of this and earlier months, limits, remaining calls and whether billing information is on file, for the mode of the key. Not metered.',
  input: toolArguments({
    months: v.optional(
      v.pipe(v.number(), v.description(`Months of the history with the current one, 1 to ${MAX_MONTHS}.`)),
    ),
  }),
  output: readUsageResponse,
  call: async ({ months }, request, { readUsage }) =>
    mapAnswer(
      await readUsage({ ...request, query: months === undefined ? {} : { months: String(months) } }),
      (body) => {
        const { mode, period, used, limit, remaining, resetsAt, billing, quotes } = body.data;
        return {
          structured: { ...body },
          text: lines(
            `${period}, ${mode} mode: ${used} of ${limit} rate calls used, ${remaining} remaining until ${resetsAt}.`,
            `Quotes created: ${quotes.used}${quotes.limit === null ? ', no limit' : ` of ${quotes.limit}, ${quotes.remaining} remaining`}.`,
            billing ? '' : 'No billing information is on file: rates and quotes are rejected.',
          ),
        };
      },
    ),
});

/** The parts of a rate, and what it does not contain, as sentences. */
function explain(result: RateResult): readonly string[] {
  const { suggestedRate, ratePerMile, distance, distanceSource, rateRange, confidenceScore } =
    result.analysis;
  const { fuel, surcharges, surchargesTotal, excluded, basis, trend, timeline, forecast } = result.analysis;
  const [first] = timeline.entries;
  const charges = surcharges.map(({ title, amount, source }) => `${title} ${usd(amount)} (${source})`);
  const left = excluded.map(({ title, amount, reason }) => `${title} ${usd(amount)} (${reason})`);
  const weeks = forecast.entries.map(
    ({ date, rate, min, max }) => `${date} ${usd(rate)} (${usd(min)} to ${usd(max)})`,
  );
  return [
    `The suggested rate is ${usd(suggestedRate)} for ${result.date}: linehaul ${usd(suggestedRate - fuel.amount)} and fuel ${usd(fuel.amount)}. That is ${usd(ratePerMile)} per mile over ${distance} miles (${distanceSource}).`,
    `Fuel: ${usd(fuel.perMile)} per mile at a diesel price of ${fuel.dieselPrice} USD per gallon, ${fuel.dieselRegion}, week of ${fuel.dieselDate}.`,
    `80% of rates are expected between ${usd(rateRange.min)} and ${usd(rateRange.max)}. Confidence is ${confidenceScore} of 100.`,
    describeEvidence(basis),
    `Trend: ${trend}${first === undefined ? '' : `; ${usd(first.rate)} in the week of ${first.date}`}.`,
    weeks.length === 0 ? 'No forecast: the cost model has none.' : `Forecast by week: ${weeks.join('; ')}.`,
    charges.length === 0
      ? 'No surcharges.'
      : `Surcharges in addition to the rate, ${usd(surchargesTotal)}: ${charges.join('; ')}.`,
    left.length === 0 ? '' : `Usual charges that are not included: ${left.join('; ')}.`,
  ].filter((sentence) => sentence !== '');
}

const EXPLAIN_RATE = defineTool({
  name: 'explain_rate',
  title: 'Explain a rate',
  description:
    'Prices one container lane, and explains the rate: linehaul, fuel, surcharges, excluded charges, evidence, range, confidence, weekly rates of the past 13 weeks and the forecast. A successful call counts as 1 rate call of the month; use price_lanes for several lanes.',
  input: laneArguments,
  output: v.looseObject({ ...rateResult.entries, explanation: v.array(v.string()), simulated: v.boolean() }),
  call: async (lane, request, { priceLanes }) =>
    mapAnswer(await priceLanes({ ...request, body: [lane] }), ({ data: [result] }, headers) => {
      if (result === undefined) throw new Error('A priced lane is missing');
      const explanation = explain(result);
      const simulated = isSimulated(result.analysis.basis);
      return {
        structured: { ...result, explanation, simulated },
        text: lines(
          laneName(result),
          ...explanation,
          ...warningLines(result.analysis.warnings),
          UNITS,
          describeUsage(headers),
        ),
      };
    }),
});

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

const CREATE_QUOTE = defineTool({
  name: 'create_quote',
  title: 'Preview or create a quote',
  description:
    'Prices a move for a customer by a contract rate of the organization, or by market rates and its pricing strategy. By default it is a preview: no quote is created, no webhook is sent, and the call counts as 1 rate call. Show the preview to the user. Only if the user agrees, call it again with save: true and an idempotency_key: this creates the quote, sends webhooks, counts as 1 quote, and needs the scope write. The price can change between preview and creation.',
  input: toolArguments({
    origin: text('City with state, ZIP code, UN/LOCODE such as USLAX, or exact terminal name.'),
    destination: text('Same forms as origin. Origin and destination must differ.'),
    stops: v.optional(
      v.pipe(
        v.array(v.string()),
        v.description('Places between origin and destination, at most 5, in order. Same forms as origin.'),
      ),
    ),
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
    weight_lbs: v.optional(
      v.pipe(
        v.number(),
        v.description('Pounds of cargo, a whole number. Overweight loads get their charges.'),
      ),
    ),
    commodity: v.optional(text('What is moved, at most 200 characters.')),
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

/** All tools, in the order in which a pricing desk uses them. */
export const TOOLS: readonly Tool[] = [
  SEARCH_TERMINALS,
  PRICE_LANES,
  EXPLAIN_RATE,
  CREATE_QUOTE,
  FIND_QUOTES,
  READ_QUOTE,
  PRICE_RFP,
  READ_RFP,
  READ_LANES_FROM_TEXT,
  READ_USAGE,
];
