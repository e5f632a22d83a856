import type { TollsDocument } from '../../costs/tolls/tolls-document.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import type { PublishedBasis } from '../../quotes/pricing/market-cost.ts';
import type { SetPrice } from '../../quotes/pricing/set-price.ts';
import type { QuotedMove, QuotePrice } from '../../quotes/strategy/pricing-strategy.ts';
import type { RateAnalysis } from '../../rates/rates-document.ts';

/** Codes of lanes that are not priced. Only INTERNAL_ERROR is a failure of the service. */
export const LANE_ERROR_CODES = [
  'LANE_INVALID',
  'LOCATION_NOT_FOUND',
  'LOCATION_AMBIGUOUS',
  'NO_ROUTE',
  'INTERNAL_ERROR',
] as const;
export type LaneErrorCode = (typeof LANE_ERROR_CODES)[number];

export interface LaneError {
  readonly code: LaneErrorCode;
  /** What to change, as a sentence. */
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> & { readonly errors?: readonly FieldError[] };
}

/** Market analysis of a lane, as in rates. Money in USD, distance in one-way miles. */
export interface LaneAnalysis {
  /** Linehaul plus fuel, without margin and accessorials. */
  readonly suggested_rate: number;
  readonly rate_per_mile: number;
  /** 0 to 100. */
  readonly confidence_score: number;
  readonly distance: number;
  readonly distance_source: string;
  readonly rate_range: { readonly min: number; readonly max: number };
  readonly trend: RateAnalysis['trend'];
  readonly activity: RateAnalysis['activity'];
  readonly fuel: {
    readonly amount: number;
    readonly diesel_price: number;
    readonly diesel_region: string;
    readonly diesel_date: string;
    readonly estimated?: true;
  };
  readonly basis: {
    readonly level: RateAnalysis['basis']['level'];
    readonly observations: number | null;
    readonly since: string;
    readonly as_of: string;
    readonly source: string;
    readonly model_version: string;
    readonly published?: PublishedBasis;
  };
}

/** An end of a priced lane, as resolved. */
export interface LaneStop {
  readonly name: string;
  readonly type: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly coordinates: readonly [latitude: number, longitude: number];
}

/** A priced lane. */
export interface PricedLane {
  readonly status: 'priced';
  readonly origin: LaneStop;
  readonly destination: LaneStop;
  /** Between them, in order. */
  readonly stops: readonly LaneStop[];
  readonly analysis: LaneAnalysis;
  /** The input of the customer's price. Another margin then prices the same market costs exactly. */
  readonly move: QuotedMove;
  readonly tolls: TollsDocument;
  readonly warnings: readonly string[];
}

/** A lane without a price. */
export interface FailedLane {
  readonly status: 'failed';
  readonly error: LaneError;
}

export type LaneResult = PricedLane | FailedLane;

/** Whether the loads behind the price of a lane are simulated. */
export const isSimulated = (result: LaneResult): boolean =>
  result.status === 'priced' && result.analysis.basis.source === 'simulated';

/** A lane's price for the customer, which is derived from `PricedLane.move`. */
export interface LanePrice {
  /** Also failed if a person set a total that fuel and accessorials exceed. */
  readonly result: LaneResult;
  /** Absent for a failed lane. */
  readonly price?: QuotePrice;
  /** Present if a person set the price. */
  readonly setPrice?: SetPrice;
}
