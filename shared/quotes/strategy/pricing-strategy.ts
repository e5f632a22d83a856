import type { Charge } from '../../costs/accessorials/accessorial.ts';
import type { ServedTerminal } from '../../costs/accessorials/served-terminal.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';

/** Markup for distances from `fromMiles`: percent of the base, at least `floorCents`. */
export interface MarginBand {
  /** One-way miles from which the band applies: 0 in the first band of a list, then strictly increasing. */
  readonly fromMiles: number;
  readonly percent: number;
  readonly floorCents: number;
}

/** How an organization prices quotes from market rates. A replacement creates a new version with all fields. */
export interface PricingStrategy {
  /** 0 is the initial strategy of every organization; each replacement adds 1. */
  readonly version: number;
  /** Bands for equipment without its own bands. */
  readonly margins: readonly MarginBand[];
  readonly marginsByEquipment: Readonly<Partial<Record<EquipmentType, readonly MarginBand[]>>>;
  /** "separate": margin on linehaul, and a fuel surcharge without margin; "included": margin on linehaul plus fuel. */
  readonly fuel: 'separate' | 'included';
  /** Charges by accessorial name that replace those of the tariff. */
  readonly accessorialOverrides: Readonly<Record<string, Charge>>;
  /** Whether port fees are charged without a request. */
  readonly portFees: boolean;
  /** Sent in events, largest first: discount in percent from a number of containers. */
  readonly volumeDiscounts: readonly { readonly percent: number; readonly containers: number }[];
  /** Rounding of base_rate: step in cents, and direction. */
  readonly rounding: { readonly toCents: number; readonly mode: 'nearest' | 'up' | 'down' };
  /** Days a quote is valid, 1-90. */
  readonly validityDays: number;
  /** Surcharge for guaranteed service, percent of base_rate. */
  readonly guaranteedPercent: number;
}

/** A move with its market cost and requested accessorials. */
export interface QuotedMove {
  readonly equipment: EquipmentType;
  /** One way. */
  readonly miles: number;
  /** Market linehaul without fuel, integer cents. */
  readonly linehaulCents: number;
  readonly fuelCents: number;
  /** The terminal where a container is picked up or returned; undefined for over-the-road moves. */
  readonly terminal: ServedTerminal | undefined;
  /** Tariff names, each once, that are allowed with the equipment and the terminal. */
  readonly requirements: readonly string[];
}

export interface QuotedAccessorial {
  readonly name: string;
  readonly title: string;
  readonly frequency: string;
  readonly quantity: number;
  /** Per unit, after overrides; the whole amount for percentages. */
  readonly rateCents: number;
  /** rateCents x quantity, integer cents. */
  readonly amountCents: number;
  /** "custom" if the strategy overrides the tariff. */
  readonly type: 'default' | 'custom';
}

/** A charge that is usual for the move and not included in the quote, with the price it would have. */
export interface ExcludedFromQuote extends QuotedAccessorial {
  /** Why the charge is usual for the move, as a sentence. */
  readonly reason: string;
}

/** Amounts of a quote in integer cents; `totalCents` is the sum of base, fuel and accessorials. */
export interface QuotePrice {
  readonly baseRateCents: number;
  readonly fuelSurchargeCents: number;
  readonly accessorials: readonly QuotedAccessorial[];
  readonly accessorialsCents: number;
  readonly excluded: readonly ExcludedFromQuote[];
  readonly totalCents: number;
  /** The cost to which the margin is added: linehaul, or linehaul plus fuel if fuel is included. */
  readonly marginBaseCents: number;
  /** Effective markup in percent of the margin base, after floor and rounding, 2 decimals. */
  readonly marginPercent: number;
}
