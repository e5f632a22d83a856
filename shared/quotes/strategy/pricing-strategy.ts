import * as v from 'valibot';
import type { GeographyKey } from '../../contracts/rate/contract-rate.ts';
import {
  storedAmount as amount,
  storedCount as count,
  storedTariff,
} from '../../costs/accessorials/dynamodb-current-tariff.ts';
import type { ServedTerminal } from '../../costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES, type EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { CustomerMatch } from '../../customers/customer-names.ts';

/** In the order of `weekdayOf`. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Markup for distances from `fromMiles`: percent of the base, at least `floorCents`. */
const band = v.object({
  /** One-way miles from which the band applies: 0 in the first band of a list, then strictly increasing. */
  fromMiles: amount,
  percent: amount,
  floorCents: count,
});
const bands = v.pipe(v.array(band), v.minLength(1));

const geography = v.object({
  key: v.custom<GeographyKey>((key) => typeof key === 'string'),
  text: v.string(),
});
/** Rounding of base_rate: step in cents, and direction. */
const rounding = v.object({
  toCents: v.pipe(count, v.minValue(1)),
  mode: v.picklist(['nearest', 'up', 'down']),
});
/** "separate": margin on linehaul, and a fuel surcharge without margin; "included": margin on linehaul plus fuel. */
const fuel = v.picklist(['separate', 'included']);
const validityDays = v.pipe(count, v.minValue(1));
/** Charges by accessorial name that replace those of the tariff. */
const accessorialOverrides = v.record(
  v.string(),
  v.union([
    v.object({ cents: count, freeTime: v.exactOptional(count) }),
    v.object({ percentOfBase: amount }),
  ]),
);

const rule = v.object({
  /** Once in a strategy. */
  name: v.string(),
  /** The moves to which the rule applies: those that meet all conditions. Bounds belong to their ranges. */
  when: v.object({
    customer: v.string(),
    origin: geography,
    destination: geography,
    equipment: v.exactOptional(v.array(v.picklist(EQUIPMENT_TYPES))),
    minMiles: v.exactOptional(amount),
    maxMiles: v.exactOptional(amount),
    weekdays: v.exactOptional(v.array(v.picklist(WEEKDAYS))),
    /** Days from the day of the quote to the day of pickup. */
    minLeadDays: v.exactOptional(count),
    maxLeadDays: v.exactOptional(count),
  }),
  /** Terms that the rule replaces; absent ones stay as in the strategy. */
  terms: v.object({
    /** In place of all margin bands. */
    margin: v.exactOptional(v.object({ percent: amount, floorCents: count })),
    rounding: v.exactOptional(rounding),
    validityDays: v.exactOptional(validityDays),
    fuel: v.exactOptional(fuel),
    accessorialOverrides: v.exactOptional(accessorialOverrides),
  }),
});

/** Less strict than the request schema, so that versions stay readable after a limit or a name is removed. */
export const strategyItem = v.object({
  version: v.pipe(count, v.minValue(1)),
  /** ISO 8601 UTC; "" for version 0, the default. */
  updatedAt: v.string(),
  /** Id of the API key that set it, or `operator`; absent for version 0. */
  updatedBy: v.exactOptional(v.string()),
  note: v.exactOptional(v.string()),
  /** Bands for equipment without its own bands. */
  margins: bands,
  marginsByEquipment: v.record(v.string(), bands),
  fuel,
  accessorialOverrides,
  portFees: v.boolean(),
  /** Sent in events, largest first: discount in percent from a number of containers. */
  volumeDiscounts: v.array(v.object({ percent: amount, containers: count })),
  rounding,
  validityDays,
  /** Surcharge for guaranteed service, percent of base_rate. */
  guaranteedPercent: amount,
  tariff: v.exactOptional(storedTariff),
  /** At least one; absent: there are none. The one that `selectRule` selects changes the terms for a move. */
  rules: v.exactOptional(v.array(rule)),
  /** Terms that sheets of quotes show to customers; absent: none. Line feeds separate lines. */
  sheetTerms: v.exactOptional(v.string()),
  /** Whether a converted quote becomes a load in the organization's own market data; absent: no. */
  convertedQuotesAsLoads: v.exactOptional(v.literal(true)),
});

type DeepReadonly<Value> = Value extends object
  ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
  : Value;

/** A version of how an organization prices quotes from market rates. A replacement creates a new one with all fields. */
export type StrategyVersion = DeepReadonly<v.InferOutput<typeof strategyItem>>;
export type PricingStrategy = Omit<StrategyVersion, 'updatedAt' | 'updatedBy' | 'note'>;

export type MarginBand = PricingStrategy['margins'][number];
export type PricingRule = NonNullable<PricingStrategy['rules']>[number];
export type RuleConditions = PricingRule['when'];
export type RuleTerms = PricingRule['terms'];

/** Units of accessorials that a request wants instead of the usual ones, by tariff name. */
export type Quantities = Readonly<Record<string, number>>;

/** A move with its market cost and requested accessorials. */
export interface QuotedMove {
  readonly equipment: EquipmentType;
  readonly miles: number;
  /** Market linehaul without fuel, integer cents. */
  readonly linehaulCents: number;
  readonly fuelCents: number;
  readonly terminal: ServedTerminal | undefined;
  /** Tariff names, each once, that are allowed with the equipment and the terminal. */
  readonly requirements: readonly string[];
  /** Of the requirements with a quantity of their own. */
  readonly quantities?: Quantities;
  /** YYYY-MM-DD; absent in quotes that were stored before it was a part. Decides which own accessorials are in effect. */
  readonly pickupDay?: string;
  /** Absent in moves that were stored before it was a part: no rule applies to them. */
  readonly ruleInput?: RuleInput;
}

export const ACCESSORIAL_SOURCES = [
  'base_tariff',
  'own_tariff',
  'pricing_strategy',
  'contract_rate',
] as const;
export type AccessorialSource = (typeof ACCESSORIAL_SOURCES)[number];

export interface QuotedAccessorial {
  readonly name: string;
  readonly title: string;
  readonly frequency: string;
  readonly quantity: number;
  /** Per unit, after overrides; the whole amount for percentages. */
  readonly rateCents: number;
  /** rateCents x quantity, integer cents. */
  readonly amountCents: number;
  /** "custom" if the strategy or the organization's own tariff replaces the base tariff. */
  readonly type: 'default' | 'custom';
  /** The request has a quantity, which the charge does not use: a percentage, or by miles. */
  readonly ignoresQuantity?: true;
  readonly source?: Exclude<AccessorialSource, 'base_tariff'>;
}

/** A charge that is usual for the move and not included in the quote, with the price it would have. */
export interface ExcludedFromQuote extends QuotedAccessorial {
  readonly reason: string;
}

export interface ScheduledCharge {
  readonly name: string;
  readonly title: string;
  readonly rateCents: number;
  readonly frequency: string;
  /** Units that are not charged: hours or days. */
  readonly free: number;
  readonly applies: string;
}

export interface AppliedRule {
  readonly name: string;
  readonly reason: string;
  /** Absent: the strategy's. */
  readonly validityDays?: number;
}

/** Amounts of a quote in integer cents; `totalCents` is the sum of base, fuel and accessorials. */
export interface QuotePrice {
  readonly baseRateCents: number;
  readonly fuelSurchargeCents: number;
  readonly fuelIncluded: boolean;
  readonly accessorials: readonly QuotedAccessorial[];
  readonly accessorialsCents: number;
  readonly excluded: readonly ExcludedFromQuote[];
  /** Charges that can arise after the move; not in the total. */
  readonly scheduled: readonly ScheduledCharge[];
  readonly totalCents: number;
  /** The market cost that the base rate covers: linehaul, or linehaul plus fuel if fuel is included. */
  readonly marginBaseCents: number;
  /** Effective markup in percent of the margin base, 2 decimals; less than 0 if a contract rate is below the market. */
  readonly marginPercent: number;
  readonly rule?: AppliedRule;
}

/** What rules compare, besides equipment, miles and day of pickup. */
export interface RuleInput {
  /** Without names only rules for all customers match. */
  readonly customer: CustomerMatch;
  readonly origin: readonly GeographyKey[];
  readonly destination: readonly GeographyKey[];
  /** Days from the day of the quote to the day of pickup. */
  readonly leadDays: number;
}

/**
 * The initial strategy of every organization: a usual brokerage margin with a floor for short moves, and no other change
 * to the market rate except rounding to cents.
 */
export const DEFAULT_STRATEGY: PricingStrategy = {
  version: 0,
  margins: [{ fromMiles: 0, percent: 15, floorCents: 50_00 }],
  marginsByEquipment: {},
  fuel: 'separate',
  accessorialOverrides: {},
  portFees: false,
  volumeDiscounts: [],
  rounding: { toCents: 1, mode: 'nearest' },
  validityDays: 7,
  guaranteedPercent: 15,
};

/** The fields of a strategy that its organization sets. Its accessorial tariff is replaced separately. */
export type StrategyTerms = Omit<PricingStrategy, 'version' | 'tariff'>;

export const UNSET_STRATEGY: StrategyVersion = { ...DEFAULT_STRATEGY, updatedAt: '' };
