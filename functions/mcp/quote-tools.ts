import * as v from 'valibot';
import { listQuotesResponse } from '../../shared/quotes/listing/list-quotes.ts';
import { readQuote } from '../../shared/quotes/record/quote-document.ts';
import { QUOTE_STATUSES } from '../../shared/quotes/record/stored-quote.ts';
import { lines, usd } from './describe-evidence.ts';
import { describeQuoteText, isQuoteSimulated } from './describe-quote-text.ts';
import { mapAnswer } from './map-answer.ts';
import { defineTool } from './tool.ts';
import { toolArguments } from './tool-schema.ts';

const day = (description: string) =>
  v.optional(v.pipe(v.string(), v.description(`${description}, YYYY-MM-DD (UTC).`)));
const number = (description: string) => v.optional(v.pipe(v.number(), v.description(description)));

export const FIND_QUOTES = defineTool({
  name: 'find_quotes',
  title: 'Find quotes',
  description:
    "Lists the organization's quotes of the key's mode, newest first, with totals. Filter by status and by day of creation. read_quote shows one quote in full. Not metered.",
  input: toolArguments({
    status: v.optional(v.pipe(v.picklist(QUOTE_STATUSES), v.description('Only quotes with this status.'))),
    start_date: day('Only quotes created on this day or later'),
    end_date: day('Only quotes created on this day or earlier'),
    limit: number('Maximum quotes, 1 to 100. Default: 20.'),
    offset: number('Quotes to skip. Default: 0.'),
  }),
  output: listQuotesResponse,
  call: async (input, request, { listQuotes }) => {
    const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
    return mapAnswer(await listQuotes({ ...request, query }), (body) => ({
      structured: { ...body },
      text: lines(
        `${body.pagination.total_count} quotes match, ${body.quotes.length} shown from ${body.pagination.offset}. Totals are in USD.`,
        ...body.quotes.map(
          ({
            quote_id: id,
            status,
            created_at: at,
            total_rate: total,
            route,
            customer_reference: reference,
          }) =>
            `${id}: ${status}, ${usd(total)}, ${route.origin} to ${route.destination}, created ${at}${reference === '' ? '' : `, reference ${reference}`}`,
        ),
      ),
    }));
  },
});

export const READ_QUOTE = defineTool({
  name: 'read_quote',
  title: 'Read a quote',
  description:
    'Returns one quote of the organization in full: price by part, route, priced terminals, market cost and its evidence, warnings. Not metered.',
  input: toolArguments({ quote_id: v.pipe(v.string(), v.description('Id of the quote, Q-...')) }),
  output: v.looseObject({ quote: v.looseObject(readQuote.entries), simulated: v.boolean() }),
  call: async ({ quote_id }, request, operations) =>
    mapAnswer(await operations.readQuote({ ...request, path: { quote_id } }), ({ quote }) => ({
      structured: { quote, simulated: isQuoteSimulated(quote) },
      text: lines(
        `Quote ${quote.quote_id}: ${quote.status}, created ${quote.created_at}.`,
        describeQuoteText(quote),
      ),
    })),
});
