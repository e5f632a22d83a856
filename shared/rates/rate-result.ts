import type { ContainerEquipment } from '../costs/equipment/equipment-type.ts';
import type { TerminalType } from '../terminals/catalogue/terminal.ts';

export type Trend = 'rising' | 'falling' | 'stable';

/** USD, at most 2 decimals, of one week. */
export type TimelineEntry = {
  /** Monday, YYYY-MM-DD. */
  readonly date: string;
  readonly rate: number;
};

/** A week to come, USD: `min` to `max` is the middle 80% of what is expected. */
export type ForecastEntry = TimelineEntry & { readonly min: number; readonly max: number };

/** What a rate rests on. */
type RateBasis = {
  /** The narrowest level of the market with enough loads; `model` where none has. */
  readonly level: 'lane' | 'zone' | 'state' | 'region' | 'model';
  /** Loads of that level behind the rate; others' loads rounded down below 30, null where the count must not be shown. */
  readonly observations: number | null;
  /** Monday of the week of the oldest, YYYY-MM-DD; "" without any. */
  readonly since: string;
  /** Monday of the newest fact that went into the rate: the last week with loads, else the diesel price's. */
  readonly asOf: string;
  /** "cost model", "reported loads", "own loads" or "simulated". */
  readonly source: string;
  readonly modelVersion: string;
};

type FuelPart = {
  /** USD in the suggested rate. */
  readonly amount: number;
  /** USD for each mile of `distance`. */
  readonly perMile: number;
  /** USD a gallon, 3 decimals. */
  readonly dieselPrice: number;
  readonly dieselRegion: string;
  /** The Monday that the diesel price was surveyed on. */
  readonly dieselDate: string;
  readonly included: boolean;
};

/** A charge of the tariff. USD, at most 2 decimals. */
type TariffCharge = {
  /** As the tariff names it: "hazmat". */
  readonly name: string;
  /** As people read it: "Hazardous materials". */
  readonly title: string;
  /** rate x quantity. */
  readonly amount: number;
  readonly rate: number;
  readonly quantity: number;
  /** "per container" and the like. */
  readonly frequency: string;
};

/** A charge for what the lane asked or carries, in addition to the rate. */
export type Surcharge = TariffCharge & {
  /** Where the figure comes from. */
  readonly source: string;
};

/** A charge that the move usually carries and that is neither in the rate nor among its surcharges. */
export type ExcludedFromRate = TariffCharge & {
  /** Why the move usually carries it, a sentence. */
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
  /** The next four weeks where a market is known; [] by the cost model alone, which knows nothing of them. */
  readonly forecast: { readonly entries: readonly ForecastEntry[] };
  readonly basis: RateBasis;
  readonly fuel: FuelPart;
  /** Not in the suggested rate. */
  readonly surcharges: readonly Surcharge[];
  readonly surchargesTotal: number;
  /** Chassis rental and the like; in no other amount of the answer. */
  readonly excluded: readonly ExcludedFromRate[];
  /** How `distance` was found. */
  readonly distanceSource: string;
  readonly warnings: readonly string[];
};

/** Degrees: latitude, longitude. */
type Point = readonly [number, number];

/** One priced lane (interface specification, 2.6, with what is added to it). */
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
  /** The UTC day it is priced for, YYYY-MM-DD. */
  readonly date: string;
  readonly analysis: RateAnalysis;
};
