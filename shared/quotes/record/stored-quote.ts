import * as v from 'valibot';
import { EQUIPMENT_TYPES, type EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { sortableIds } from '../../platform/ids/sortable-id.ts';
import { addDays, type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';

declare const checked: unique symbol;

/** `Q-` and 27 digits: sorts by creation time, and does not allow guessing other ids. */
export type QuoteId = string & { readonly [checked]: true };

export const {
  create: createQuoteIds,
  parse: parseQuoteId,
  createdAt: quoteCreatedAt,
  firstAt: firstIdAt,
} = sortableIds<QuoteId>('Q-');

export const createdDayOf = (id: QuoteId): UtcDay => utcDay(quoteCreatedAt(id));

export const QUOTE_STATUSES = ['active', 'expired', 'converted'] as const;
type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** Longest validity that a pricing strategy can set, in days (design decision: 1 to 90). */
export const MAX_VALIDITY_DAYS = 90;

/** The last UTC day on which a quote is valid; it ends at 23:59:59Z. */
export const expiryDayOf = (id: QuoteId, validityDays: number): UtcDay =>
  addDays(utcDay(quoteCreatedAt(id)), validityDays);

export const expiryMoment = (expiryDay: UtcDay): string => `${expiryDay}T23:59:59Z`;

/** Derived on each read, so that it is never stale: converted, else expired, else active. */
export function quoteStatus(
  quote: { readonly expiryDay: UtcDay; readonly convertedAt?: string | undefined },
  today: UtcDay,
): QuoteStatus {
  if (quote.convertedAt !== undefined) return 'converted';
  return today > quote.expiryDay ? 'expired' : 'active';
}

/** The result of a quote. `expired`: its validity ended without a decision. */
export const QUOTE_OUTCOMES = ['open', 'won', 'lost', 'superseded', 'expired'] as const;
export type QuoteOutcome = (typeof QUOTE_OUTCOMES)[number];
export const OUTCOME_TEXT =
  '`open` while the quote is valid and undecided, then `expired`; `won` after a conversion, `lost` after a decline, `superseded` after a revision.';

/** A permanent end of a quote's negotiation. A declined quote can still be revised, which supersedes it. */
export type QuoteDecision = 'converted' | 'declined' | 'superseded';

export const DECLINE_REASONS = [
  'price',
  'service',
  'capacity',
  'timing',
  'cancelled',
  'no_response',
  'other',
] as const;

export interface Decline {
  readonly reason: (typeof DECLINE_REASONS)[number];
  /** Integer cents. */
  readonly competitorPriceCents?: number;
  readonly note?: string;
}

export interface Conversion {
  readonly convertedBy?: string;
  readonly orderReference?: string;
}

/** Times (ISO 8601 UTC) and details of a quote's decisions. */
export interface QuoteDecisions {
  readonly convertedAt?: string;
  readonly conversion?: Conversion;
  readonly declinedAt?: string;
  readonly decline?: Decline;
  readonly supersededAt?: string;
  /** The quote that superseded this one. */
  readonly supersededBy?: QuoteId;
}

type DecisionTime = 'convertedAt' | 'declinedAt' | 'supersededAt';

export function decisionOf({
  convertedAt,
  declinedAt,
  supersededAt,
}: Readonly<Partial<Record<DecisionTime, string | undefined>>>): QuoteDecision | undefined {
  if (convertedAt !== undefined) return 'converted';
  if (supersededAt !== undefined) return 'superseded';
  return declinedAt === undefined ? undefined : 'declined';
}

const OUTCOMES = { converted: 'won', declined: 'lost', superseded: 'superseded' } as const;

/** Derived on each read, like the status. */
export function quoteOutcome(
  decision: QuoteDecision | undefined,
  expiryDay: UtcDay,
  today: UtcDay,
): QuoteOutcome {
  if (decision !== undefined) return OUTCOMES[decision];
  return quoteStatus({ expiryDay }, today) === 'active' ? 'open' : 'expired';
}

export const MAX_REFERENCE_LENGTH = 255;

/** The fields of a list item (interface specification, 2.3) except id, creation time and status. */
export const quoteSummary = v.object({
  totalCents: v.number(),
  /** ISO 4217: "USD". */
  currency: v.string(),
  origin: v.string(),
  destination: v.string(),
  /** "" for none. */
  customerReference: v.string(),
  customer: v.string(),
  customerId: v.exactOptional(v.string()),
  equipment: v.picklist(EQUIPMENT_TYPES),
  /** As in the figures; quotes that were stored earlier have none here. */
  marginCents: v.exactOptional(v.number()),
  marginCostCents: v.exactOptional(v.number()),
});
type QuoteSummary = Readonly<v.InferOutput<typeof quoteSummary>>;

/** The areas of a quote's lane, by which histories find it. */
export interface LaneAreas {
  /** With the port of its terminal. */
  readonly laneArea: string;
  /** With the place that the request names instead of the terminal; absent if it is the same. */
  readonly requestedArea?: string | undefined;
}

/** What reports add up of a quote, in integer cents. */
export interface QuoteFigures {
  readonly equipment: EquipmentType;
  /** "Los Angeles, CA to Phoenix, AZ"; a terminal counts to the city of its port. */
  readonly lane: string;
  /** Base rate over the market cost that it covers, and that cost. */
  readonly marginCents: number;
  readonly marginCostCents: number;
  /** Base rate and fuel surcharge over the market rate, and that rate. */
  readonly spreadCents: number;
  readonly marketCents: number;
}

export interface NewQuote extends LaneAreas {
  /** Contains the creation time: `createQuoteIds`, `quoteCreatedAt`. */
  readonly quoteId: QuoteId;
  /** 0 to 90 days after the creation day: `expiryDayOf`. */
  readonly expiryDay: UtcDay;
  readonly summary: QuoteSummary;
  /** Any JSON value, returned unchanged. */
  readonly detail: unknown;
  /** The event object (6.3) as JSON. Each event sets its status. */
  readonly event: unknown;
  readonly strategyVersion: number;
  readonly figures: QuoteFigures;
  readonly revises?: QuoteId;
}

export interface StoredQuote extends Omit<NewQuote, 'figures' | keyof LaneAreas>, QuoteDecisions {
  readonly status: QuoteStatus;
  readonly outcome: QuoteOutcome;
}

export interface QuoteRow extends QuoteSummary {
  readonly quoteId: QuoteId;
  readonly status: QuoteStatus;
  readonly outcome: QuoteOutcome;
  /** Absent for a converted quote: its price does not expire. */
  readonly expiryDay?: UtcDay;
}

export interface QuoteFilter {
  readonly status?: QuoteStatus | undefined;
  readonly outcome?: QuoteOutcome | undefined;
  /** Customer and reference without case, accents and spaces at the ends; absent = any. Not both `customer` and `customerId`. */
  readonly customer?: string | undefined;
  readonly customerId?: string | undefined;
  readonly customerReference?: string | undefined;
  /** First and last UTC day of creation, both included; absent = no bound. */
  readonly start?: UtcDay | undefined;
  readonly end?: UtcDay | undefined;
}

export interface QuotePage {
  /** Newest first; empty past the end. */
  readonly rows: readonly QuoteRow[];
  /** Number of quotes that match the filter, on all pages. */
  readonly totalCount: number;
}

export type NotFound = { readonly outcome: 'not-found' };
export type Superseded = { readonly outcome: 'superseded'; readonly by: QuoteId };
/** Why a quote can be neither declined nor revised. */
export type Decided = { readonly outcome: 'already-converted' } | Superseded;

/**
 * `answered`: the Idempotency-Key has an answer, so nothing was written. `used`: the quotes of the month, including this
 * quote if it was created. Quotes that are created at the same moment may be missing from it.
 */
export type Creation =
  /** `used` is absent if there is no limit, because the count is then not read. */
  | { readonly outcome: 'created'; readonly used?: number }
  | { readonly outcome: 'over-limit'; readonly used: number }
  | { readonly outcome: 'answered' }
  /** The quote that should be revised; nothing was written. */
  | { readonly outcome: 'not-revisable'; readonly reason: NotFound | Decided };

export type ConversionResult =
  | { readonly outcome: 'converted'; readonly quote: StoredQuote }
  | { readonly outcome: 'expired' | 'already-declined' }
  | NotFound
  | Superseded;

export type DeclineResult =
  | { readonly outcome: 'declined'; readonly quote: StoredQuote }
  | { readonly outcome: 'already-declined' }
  | NotFound
  | Decided;
