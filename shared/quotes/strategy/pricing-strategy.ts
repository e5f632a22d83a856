import type { Charge } from '../../costs/accessorials/accessorial.ts';
import type { ServedTerminal } from '../../costs/accessorials/served-terminal.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';

/** Markup from a distance on: percent of the base, at least `floorCents`. */
export interface MarginBand {
  /** One-way miles from which it applies; the first band of a list starts at 0, each next one farther out. */
  readonly fromMiles: number;
  readonly percent: number;
  readonly floorCents: number;
}

/** How an organization makes a quote out of a market rate. Replaced as a whole; versions are kept. */
export interface PricingStrategy {
  /** 0 is the strategy every organization begins with; each replacement counts up by one. */
  readonly version: number;
  /** Bands for any equipment without bands of its own. */
  readonly margins: readonly MarginBand[];
  readonly marginsByEquipment: Readonly<Partial<Record<EquipmentType, readonly MarginBand[]>>>;
  /** "separate": margin on linehaul, fuel apart and not marked up; "included": margin on linehaul plus fuel. */
  readonly fuel: 'separate' | 'included';
  /** By accessorial name, in place of the tariff's charge. */
  readonly accessorialOverrides: Readonly<Record<string, Charge>>;
  /** Whether port fees are charged without being asked for. */
  readonly portFees: boolean;
  /** Told in events, deepest first: percent off from so many containers on. */
  readonly volumeDiscounts: readonly { readonly percent: number; readonly containers: number }[];
  /** What base_rate is rounded to, in cents (1 = to the cent), and which way. */
  readonly rounding: { readonly toCents: number; readonly mode: 'nearest' | 'up' | 'down' };
  /** Days a quote is valid, 1-90. */
  readonly validityDays: number;
  /** Surcharge for guaranteed service, percent of base_rate. */
  readonly guaranteedPercent: number;
}

/** A move's market cost and what is asked beside it. */
export interface QuotedMove {
  readonly equipment: EquipmentType;
  /** One way. */
  readonly miles: number;
  /** Market linehaul without fuel, integer cents. */
  readonly linehaulCents: number;
  readonly fuelCents: number;
  /** The terminal that a container is fetched at or brought to; undefined for moves over the road. */
  readonly terminal: ServedTerminal | undefined;
  /** Names of the tariff, each once, known to fit the equipment and the terminal. */
  readonly requirements: readonly string[];
}

export interface QuotedAccessorial {
  readonly name: string;
  readonly title: string;
  readonly frequency: string;
  readonly quantity: number;
  /** Of one unit, after overrides; of the whole for percentages. */
  readonly rateCents: number;
  /** rateCents x quantity, integer cents. */
  readonly amountCents: number;
  /** "custom" where the strategy overrides the tariff. */
  readonly type: 'default' | 'custom';
}

/** A charge that the move usually carries and that is in no amount of the quote, priced as if it were. */
export interface ExcludedFromQuote extends QuotedAccessorial {
  /** Why the move usually carries it, a sentence. */
  readonly reason: string;
}

/** A quote's money: integer cents; `totalCents` is the sum of base, fuel and accessorials. */
export interface QuotePrice {
  readonly baseRateCents: number;
  readonly fuelSurchargeCents: number;
  readonly accessorials: readonly QuotedAccessorial[];
  readonly accessorialsCents: number;
  readonly excluded: readonly ExcludedFromQuote[];
  readonly totalCents: number;
  /** What the margin was put on: linehaul, or linehaul plus fuel where included. */
  readonly marginBaseCents: number;
  /** Effective markup in percent of the margin base, after floor and rounding, 2 decimals. */
  readonly marginPercent: number;
}
