import type { ContainerEquipment } from '../costs/equipment/equipment-type.ts';
import type { TollsDocument } from '../costs/tolls/tolls-document.ts';
import type { RouteDocument } from '../geography/routes/route-document.ts';
import type { TerminalType } from '../terminals/catalogue/terminal.ts';

export type Trend = 'rising' | 'falling' | 'stable';

/** The rate of one week in USD, at most 2 decimals. */
export type TimelineEntry = {
  /** Monday, YYYY-MM-DD. */
  readonly date: string;
  readonly rate: number;
  /** Only in weeks after the last observation, `basis.asOf`. */
  readonly estimated?: true;
};

/** A future week in USD. `min` to `max` is the expected range of the middle 80% of loads. */
export type ForecastEntry = Pick<TimelineEntry, 'date' | 'rate'> & {
  readonly min: number;
  readonly max: number;
};

/** The data that a rate is based on. */
type RateBasis = {
  /** The narrowest market level with enough loads; `model` if there is none. */
  readonly level: 'lane' | 'zone' | 'state' | 'region' | 'model';
  /** Loads at that level. Counts of others' loads below 30 are rounded down; null if the count must not be disclosed. */
  readonly observations: number | null;
  /** Monday of the week of the oldest load, YYYY-MM-DD; "" without loads. */
  readonly since: string;
  /** Monday of the newest data: the last week with loads, or else the week of the diesel price. */
  readonly asOf: string;
  /** "cost model", "reported loads", "own loads" or "simulated". */
  readonly source: string;
  readonly modelVersion: string;
};

type FuelPart = {
  /** USD, part of the suggested rate. */
  readonly amount: number;
  /** USD per mile of `distance`. */
  readonly perMile: number;
  /** USD per gallon, 3 decimals. */
  readonly dieselPrice: number;
  readonly dieselRegion: string;
  /** Monday of the survey of the diesel price. */
  readonly dieselDate: string;
  /** Set if the diesel price is estimated from that of the West Coast. */
  readonly estimated?: true;
  readonly included: boolean;
};

/** A charge of the tariff. USD, at most 2 decimals. */
type TariffCharge = {
  /** Name in the tariff: "hazmat". */
  readonly name: string;
  /** Name for display: "Hazardous materials". */
  readonly title: string;
  /** rate x quantity. */
  readonly amount: number;
  readonly rate: number;
  readonly quantity: number;
  /** Unit of `quantity`: "per container". */
  readonly frequency: string;
};

/** A charge for the equipment or the requested terms of the lane, in addition to the rate. */
export type Surcharge = TariffCharge & {
  /** Source of the amount. */
  readonly source: string;
};

/** A usual charge of the move that is neither in the rate nor in its surcharges. */
export type ExcludedFromRate = TariffCharge & {
  /** Why the move usually has the charge: a sentence. */
  readonly reason: string;
};

/** Money in USD, distance in one-way miles. */
export type RateAnalysis = {
  readonly suggestedRate: number;
  readonly ratePerMile: number;
  readonly confidenceScore: number;
  readonly distance: number;
  readonly rateRange: { readonly min: number; readonly max: number };
  readonly trend: Trend;
  readonly activity: 'low' | 'medium' | 'high';
  readonly timeline: { readonly entries: readonly TimelineEntry[] };
  /** The next four weeks if the rate is based on a market; [] if it is based on the cost model only. */
  readonly forecast: { readonly entries: readonly ForecastEntry[] };
  readonly basis: RateBasis;
  readonly fuel: FuelPart;
  readonly tolls: TollsDocument;
  /** Not in the suggested rate. */
  readonly surcharges: readonly Surcharge[];
  readonly surchargesTotal: number;
  /** Charges such as chassis rental. They are not part of any other amount. */
  readonly excluded: readonly ExcludedFromRate[];
  /** Method of `distance`. */
  readonly distanceSource: string;
  readonly warnings: readonly string[];
};

/** Degrees: latitude, longitude. */
type Point = readonly [number, number];

/** One priced lane (interface specification, 2.6, with additional fields). */
export type RateResult = {
  readonly origin: {
    readonly terminal: string;
    readonly type: TerminalType;
    readonly city: string;
    readonly state: string;
    readonly coordinates: Point;
  };
  readonly destination: {
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly coordinates: Point;
  };
  readonly equipment: ContainerEquipment;
  /** The UTC day that the rate is for, YYYY-MM-DD. */
  readonly date: string;
  readonly analysis: RateAnalysis;
  /** Only if the caller requested it. */
  readonly route?: RouteDocument;
};
