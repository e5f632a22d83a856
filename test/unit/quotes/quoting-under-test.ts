import type { QuoteTerms } from '../../../shared/accounts/usage/dynamodb-read-account.ts';
import type { ContractRate } from '../../../shared/contracts/rate/contract-rate.ts';
import { laneOf, shapeOf } from '../../../shared/contracts/rate/select-contract-rate.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { BUNDLED_RATES } from '../../../shared/costs/trailers/published-rates.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { NO_MARKET } from '../../../shared/market/store/published-market.ts';
import { type CreateQuotePorts, createQuoteUseCase } from '../../../shared/quotes/create-quote.ts';
import type { QuoteEvent } from '../../../shared/quotes/pricing/describe-quote.ts';
import type { CreatedQuote } from '../../../shared/quotes/record/quote-document.ts';
import { createQuoteIds, type NewQuote } from '../../../shared/quotes/record/stored-quote.ts';
import { readQuoteRequest } from '../../../shared/quotes/request/read-quote-request.ts';
import type { PricingStrategy } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { UNSET_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../../shared/terminals/search/nearest-terminals.ts';
import { createInMemoryQuoteStore } from '../../support/in-memory-quote-store.ts';
import { NO_CUSTOMERS } from '../../support/named-customer.ts';

export const CALLER = { orgId: 'org_1', mode: 'test' } as const;

/** A Wednesday morning everywhere on the US mainland, two days after the newest diesel price. */
const NOW = new Date('2026-10-07T17:00:00Z');

/** A valid request. */
export const REQUEST = {
  origin: 'Long Beach, CA',
  destination: 'Phoenix, AZ',
  equipment_type: 'container_40',
  pickup_date: '2026-10-09',
};

const LISTED = loadTerminals();
const TERMINALS = { ...buildEmbeddedDirectory(LISTED), ...buildNearestTerminals(LISTED) };
const PLACES = createEmbeddedGeocoder();

/** Road distances 20% longer than the great circle, on the mainland. */
const ROADS: CreateQuotePorts['roadDistances'] = {
  between: async (origin, destination) =>
    [origin, destination].some(({ state }) => state === 'HI' || state === 'PR')
      ? { routable: false }
      : {
          routable: true,
          miles: greatCircleMiles(origin, destination) * 1.2,
          source: 'test road',
          warnings: [],
        },
};

interface Circumstances {
  /** Replaces the road distances that are 20% longer than the great circle. */
  readonly roadDistances?: CreateQuotePorts['roadDistances'];
  /** A map service; absent = none. */
  readonly mapRoutes?: NonNullable<CreateQuotePorts['mapRoutes']>;
  readonly quotesUsed?: CreateQuotePorts['quotesUsed'];
  /** Replaces the immediate answer with `terms`. */
  readonly readTerms?: CreateQuotePorts['terms']['read'];
  readonly strategy?: Partial<PricingStrategy>;
  /** Contract rates of the caller. */
  readonly contracts?: readonly ContractRate[];
  /** Undefined if the organization does not exist. */
  readonly terms?: QuoteTerms | undefined;
  readonly now?: Date;
  /** Replaces `now` by a clock that advances. */
  readonly clock?: () => Date;
  /** Replaces the quotes in memory. */
  readonly quotes?: CreateQuotePorts['quotes'];
}

/** The use case with the real places and terminals, and the quotes that it stored. */
export function quotingUnderTest(circumstances: Circumstances = {}) {
  const {
    strategy = {},
    contracts = [],
    now = NOW,
    clock = () => now,
    roadDistances = ROADS,
  } = circumstances;
  const terms = 'terms' in circumstances ? circumstances.terms : { billing: true };
  const kept: NewQuote[] = [];
  const store = createInMemoryQuoteStore(clock);
  const ports: CreateQuotePorts = {
    terminals: { current: async () => TERMINALS },
    places: PLACES,
    roadDistances,
    ...(circumstances.mapRoutes && { mapRoutes: circumstances.mapRoutes }),
    quotesUsed:
      circumstances.quotesUsed ?? (async (account) => (await store.list(account, {}, 1, 0)).totalCount),
    diesel: { current: async () => dieselFor },
    benchmarks: { current: async () => BUNDLED_RATES },
    market: { current: async () => NO_MARKET },
    lanes: { read: async (_owner, lanes) => lanes.map(() => ({ market: {}, own: {} })) },
    terms: { read: circumstances.readTerms ?? (async () => terms) },
    strategies: { current: async () => ({ ...UNSET_STRATEGY, ...strategy }) },
    contracts: {
      shapes: async () => new Set(contracts.map((rate) => shapeOf(laneOf(rate)))),
      find: async () => contracts,
    },
    customers: NO_CUSTOMERS,
    quotes: {
      create: (account, quote, ...extras) => {
        kept.push(quote);
        return (circumstances.quotes ?? store).create(account, quote, ...extras);
      },
    },
    newQuoteId: createQuoteIds(),
    now: clock,
  };
  const createQuote = createQuoteUseCase(ports);
  const draftOf = (body: unknown) => {
    const draft = readQuoteRequest(body);
    if (!draft.ok) throw new Error(draft.rejection.message);
    return draft.body;
  };

  return {
    ports,
    store,
    kept,
    createQuote,
    draftOf,
    /** The answer to a request with changes: the quote or the rejection. */
    answer: (changes: object = {}) => createQuote(draftOf({ ...REQUEST, ...changes }), CALLER),
    /** The quote and the object of its events. */
    quote: async (changes: object = {}): Promise<{ quote: CreatedQuote; event: QuoteEvent }> => {
      const answer = await createQuote(draftOf({ ...REQUEST, ...changes }), CALLER);
      if (!answer.ok) throw new Error(answer.rejection.message);
      if ('replayed' in answer) throw new Error('a call without a key was replayed');
      return { quote: answer.body.quote, event: kept.at(-1)?.event as QuoteEvent };
    },
    /** The rejection of a request with changes. */
    rejection: async (changes: object = {}) => {
      const answer = await createQuote(draftOf({ ...REQUEST, ...changes }), CALLER);
      if (answer.ok) throw new Error('a quote was created');
      return answer.rejection;
    },
  };
}
