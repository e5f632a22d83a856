import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import type { ToolResult } from './mcp-client.ts';

/** What an agent of a pricing desk has: the tools, and nothing else. */
export type Ask = (tool: string, args?: object) => Promise<ToolResult>;

/** The REST operations with another key of the same kind: the answers that the tools must give. */
export type Rest = (
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
) => Promise<any>;

export interface Question {
  readonly text: string;
  /** Tools that answer it, in the order of the calls. */
  readonly tools: readonly string[];
  readonly answer: (ask: Ask) => Promise<unknown>;
  /** From REST operations of another organization, or a fact. */
  readonly expected: (rest: Rest) => Promise<unknown> | unknown;
}

const TERMINAL = 'APM Elizabeth Terminal';
const lane = (city: string, state: string, more: object = {}) => ({
  originTerminal: TERMINAL,
  destinationCity: city,
  destinationState: state,
  ...more,
});
const CHICAGO = lane('Chicago', 'IL', { destinationZip: '60632' });
const ALLENTOWN = lane('Allentown', 'PA');

const PICKUP = addDays(utcDay(new Date()), 5);
const BOX = {
  origin: 'USLAX',
  destination: 'Phoenix, AZ',
  equipment_type: 'container_40hc',
  pickup_date: PICKUP,
};
const VAN = {
  origin: 'Dallas, TX',
  destination: 'Houston, TX',
  equipment_type: 'dryvan',
  pickup_date: PICKUP,
};
const REFERENCE = 'PO-4711';

const restRate = async (rest: Rest, body: unknown) =>
  (await rest('POST', '/api/v1/rates', [body])).data[0].analysis;
const restQuote = async (rest: Rest, body: unknown) => (await rest('POST', '/api/v1/quotes', body)).quote;
const names = ({ content }: ToolResult) => content.data.map(({ name }: { name: string }) => name);

const rate = async (ask: Ask, args: object) =>
  (await ask('price_lanes', { lanes: [args] })).content.lanes[0].analysis;
const explained = async (ask: Ask, args: object) => (await ask('explain_rate', args)).content;
const preview = async (ask: Ask, args: object) => (await ask('create_quote', args)).content.quote;

/** The newest quote, which a question before created. */
const newest = async (ask: Ask) => (await ask('find_quotes', { limit: 1 })).content.quotes[0];

/** 20 questions of a pricing desk. Question 15 creates the quote that the questions after it find. */
export const QUESTIONS: readonly Question[] = [
  {
    text: 'Which marine terminals are in Elizabeth, New Jersey?',
    tools: ['search_terminals'],
    answer: async (ask) =>
      names(await ask('search_terminals', { city: 'Elizabeth', state: 'NJ', type: 'marine' })),
    expected: () => ['APM Elizabeth Terminal', 'Maher Terminals'],
  },
  {
    text: 'How many rail ramps are within 30 miles of downtown Chicago?',
    tools: ['search_terminals'],
    answer: async (ask) =>
      (await ask('search_terminals', { lat: 41.8781, lng: -87.6298, radius: 30, type: 'rail' })).content
        .pagination.totalHits,
    expected: async (rest) =>
      (await rest('GET', '/api/v1/terminals/search?lat=41.8781&lng=-87.6298&radius=30&type=rail')).pagination
        .totalHits,
  },
  {
    text: 'To which port does Maher Terminals belong?',
    tools: ['search_terminals'],
    answer: async (ask) =>
      (await ask('search_terminals', { query: 'Maher Terminals' })).content.data[0].locode,
    expected: () => 'USNYC',
  },
  {
    text: 'What are carriers paid today for a 40 ft container from APM Elizabeth to Chicago?',
    tools: ['price_lanes'],
    answer: async (ask) => (await rate(ask, CHICAGO)).suggestedRate,
    expected: async (rest) => (await restRate(rest, CHICAGO)).suggestedRate,
  },
  {
    text: 'Which is farther from APM Elizabeth: Allentown or Columbus, Ohio?',
    tools: ['price_lanes'],
    answer: async (ask) => {
      const { lanes } = (await ask('price_lanes', { lanes: [ALLENTOWN, lane('Columbus', 'OH')] })).content;
      return lanes[0].analysis.distance > lanes[1].analysis.distance ? 'Allentown' : 'Columbus';
    },
    expected: () => 'Columbus',
  },
  {
    text: 'How many miles is it from APM Elizabeth to Allentown, and how sure is the rate?',
    tools: ['price_lanes'],
    answer: async (ask) => {
      const { distance, confidenceScore } = await rate(ask, ALLENTOWN);
      return { distance, confidenceScore };
    },
    expected: async (rest) => {
      const { distance, confidenceScore } = await restRate(rest, ALLENTOWN);
      return { distance, confidenceScore };
    },
  },
  {
    text: 'What does a container of hazardous goods cost in addition?',
    tools: ['price_lanes'],
    answer: async (ask) => {
      const { lanes } = (await ask('price_lanes', { lanes: [ALLENTOWN, { ...ALLENTOWN, hazmat: true }] }))
        .content;
      return lanes[1].analysis.surchargesTotal - lanes[0].analysis.surchargesTotal;
    },
    expected: () => 200,
  },
  {
    text: 'The terminal is written "APM Elizabet". What is the rate to Allentown?',
    tools: ['price_lanes', 'price_lanes'],
    answer: async (ask) => {
      const { isError, text } = await ask('price_lanes', {
        lanes: [{ ...ALLENTOWN, originTerminal: 'APM Elizabet' }],
      });
      const [, details = '{}'] = /^Details: (.*)$/m.exec(text) ?? [];
      const originTerminal = isError ? JSON.parse(details).suggestions[0].names[0] : '';
      return (await rate(ask, { ...ALLENTOWN, originTerminal })).suggestedRate;
    },
    expected: async (rest) => (await restRate(rest, ALLENTOWN)).suggestedRate,
  },
  {
    text: 'How much of the rate to Chicago is fuel, and at which diesel price?',
    tools: ['explain_rate'],
    answer: async (ask) => {
      const { amount, dieselPrice, dieselRegion } = (await explained(ask, CHICAGO)).analysis.fuel;
      return { amount, dieselPrice, dieselRegion };
    },
    expected: async (rest) => {
      const { amount, dieselPrice, dieselRegion } = (await restRate(rest, CHICAGO)).fuel;
      return { amount, dieselPrice, dieselRegion };
    },
  },
  {
    text: 'Does the rate to Chicago rest on observed loads, and are they simulated?',
    tools: ['explain_rate'],
    answer: async (ask) => {
      const { analysis, simulated } = await explained(ask, CHICAGO);
      return { source: analysis.basis.source, simulated };
    },
    // The service of the test has no loads.
    expected: () => ({ source: 'cost model', simulated: false }),
  },
  {
    text: 'What was the rate to Chicago in the first week of the past 13 weeks?',
    tools: ['explain_rate'],
    answer: async (ask) => (await explained(ask, CHICAGO)).analysis.timeline.entries[0],
    expected: async (rest) => (await restRate(rest, CHICAGO)).timeline.entries[0],
  },
  {
    text: 'What would a customer pay for a 40 ft high cube from Los Angeles to Phoenix?',
    tools: ['create_quote'],
    answer: async (ask) => (await preview(ask, BOX)).pricing.total_rate,
    expected: async (rest) => (await restQuote(rest, BOX)).pricing.total_rate,
  },
  {
    text: 'Which usual charges does that price not include, and from which terminal is it?',
    tools: ['create_quote'],
    answer: async (ask) => {
      const { pricing, route } = await preview(ask, BOX);
      return { excluded: pricing.excluded_charges, terminal: route.origin.name };
    },
    expected: async (rest) => {
      const { pricing, route } = await restQuote(rest, BOX);
      return { excluded: pricing.excluded_charges, terminal: route.origin.name };
    },
  },
  {
    text: 'How much does a liftgate add to a dry van from Dallas to Houston?',
    tools: ['create_quote', 'create_quote'],
    answer: async (ask) => {
      const plain = await preview(ask, VAN);
      const lifted = await preview(ask, { ...VAN, special_requirements: ['liftgate'] });
      return Math.round(100 * (lifted.pricing.total_rate - plain.pricing.total_rate)) / 100;
    },
    expected: () => 75,
  },
  {
    text: 'The customer accepts. Create the quote with the reference PO-4711, even if the connection breaks.',
    tools: ['create_quote', 'create_quote', 'find_quotes'],
    answer: async (ask) => {
      const order = { ...VAN, customer_reference: REFERENCE, save: true, idempotency_key: 'order-4711' };
      const first = (await ask('create_quote', order)).content.quote.quote_id;
      const again = (await ask('create_quote', order)).content.quote.quote_id;
      const { quotes, pagination } = (await ask('find_quotes')).content;
      return {
        same: first === again,
        quotes: pagination.total_count,
        reference: quotes[0].customer_reference,
      };
    },
    expected: () => ({ same: true, quotes: 1, reference: REFERENCE }),
  },
  {
    text: 'How many active quotes were created today?',
    tools: ['find_quotes'],
    answer: async (ask) =>
      (await ask('find_quotes', { status: 'active', start_date: addDays(utcDay(new Date()), -1) })).content
        .pagination.total_count,
    expected: () => 1,
  },
  {
    text: 'Of which parts is the price of the quote PO-4711 made?',
    tools: ['find_quotes', 'read_quote'],
    answer: async (ask) => {
      const { quote_id } = await newest(ask);
      const { base_rate, fuel_surcharge, accessorial_charges } = (await ask('read_quote', { quote_id }))
        .content.quote.pricing;
      return { base_rate, fuel_surcharge, accessorial_charges };
    },
    expected: async (rest) => {
      const { base_rate, fuel_surcharge, accessorial_charges } = (await restQuote(rest, VAN)).pricing;
      return { base_rate, fuel_surcharge, accessorial_charges };
    },
  },
  {
    text: 'Until when is the quote PO-4711 valid, and which pricing strategy priced it?',
    tools: ['find_quotes', 'read_quote'],
    answer: async (ask) => {
      const { quote_id } = await newest(ask);
      const { quote } = (await ask('read_quote', { quote_id })).content;
      return { expiry: quote.expiry_date, version: quote.pricing_strategy_version };
    },
    expected: async (rest) => {
      const { expiry_date: expiry, pricing_strategy_version: version } = await restQuote(rest, VAN);
      return { expiry, version };
    },
  },
  {
    text: 'What does a dry van from Aurora, Illinois to Minneapolis cost? The desk writes only "Aurora".',
    tools: ['create_quote', 'create_quote'],
    answer: async (ask) => {
      const asked = { ...VAN, origin: 'Aurora', destination: 'Minneapolis, MN' };
      const { text } = await ask('create_quote', asked);
      const [, details = '{}'] = /^Details: (.*)$/m.exec(text) ?? [];
      const place = JSON.parse(details).candidates.find(({ state }: { state: string }) => state === 'IL');
      return (await preview(ask, { ...asked, origin: `${place.name}, ${place.state}` })).pricing.total_rate;
    },
    expected: async (rest) =>
      (await restQuote(rest, { ...VAN, origin: 'Aurora, IL', destination: 'Minneapolis, MN' })).pricing
        .total_rate,
  },
  {
    text: 'How many rate calls did these questions use, and how many quotes were created?',
    tools: ['read_usage'],
    answer: async (ask) => {
      const { used, quotes } = (await ask('read_usage')).content.data;
      return { used, quotes: quotes.used };
    },
    // One for each successful price_lanes, explain_rate and preview of the questions above.
    expected: () => ({ used: 13, quotes: 1 }),
  },
];
