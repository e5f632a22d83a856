import type { RateAnalysis, RateResult } from '../api/client.ts';
import { type CsvCell, csvText } from '../files/csv-file.ts';
import { toCents } from '../format/numbers.ts';

/** The parts of a price in USD. Linehaul and fuel are the suggested rate; surcharges are charged in addition. */
interface RateParts {
  readonly linehaul: number;
  /** 0 if the rate does not include fuel. */
  readonly fuel: number;
  readonly surcharges: number;
  readonly total: number;
}

export function partsOf({ suggestedRate, fuel, surchargesTotal }: RateAnalysis): RateParts {
  const included = fuel.included ? fuel.amount : 0;
  return {
    linehaul: toCents(suggestedRate - included),
    fuel: included,
    surcharges: surchargesTotal,
    total: toCents(suggestedRate + surchargesTotal),
  };
}

export interface RateWeek {
  /** Monday. */
  readonly date: string;
  readonly rate: number;
  /** The middle 80% of what is expected; undefined for past weeks, whose rates are known. */
  readonly range: { readonly min: number; readonly max: number } | undefined;
  readonly isForecast: boolean;
}

/** Past weeks with the current range at the last, then the expected weeks. */
export function weeksOf({ timeline, forecast, rateRange }: RateAnalysis): RateWeek[] {
  const past = timeline.entries.map(({ date, rate }, index, { length }) => ({
    date,
    rate,
    range: index === length - 1 ? rateRange : undefined,
    isForecast: false,
  }));
  return [
    ...past,
    ...forecast.entries.map(({ date, rate, min, max }) => ({
      date,
      rate,
      range: { min, max },
      isForecast: true,
    })),
  ];
}

const HEADINGS = [
  'terminal',
  'terminal_type',
  'destination_city',
  'destination_state',
  'destination_zip',
  'equipment',
  'date',
  'suggested_rate_usd',
  'range_min_usd',
  'range_max_usd',
  'linehaul_usd',
  'fuel_usd',
  'surcharges_usd',
  'rate_per_mile_usd',
  'distance_miles',
  'confidence',
  'trend',
  'activity',
  'basis_level',
  'basis_source',
  'basis_observations',
  'basis_as_of',
  'warnings',
] as const;

/** The rates as a CSV file that a spreadsheet opens without evaluating a cell. */
export const ratesCsv = (rates: readonly RateResult[]): string => csvText([HEADINGS, ...rates.map(rowOf)]);

function rowOf({ origin, destination, equipment, date, analysis }: RateResult): CsvCell[] {
  const { linehaul, fuel, surcharges } = partsOf(analysis);
  const { basis } = analysis;
  return [
    origin.terminal,
    origin.type,
    destination.city,
    destination.state,
    destination.zip,
    equipment,
    date,
    analysis.suggestedRate,
    analysis.rateRange.min,
    analysis.rateRange.max,
    linehaul,
    fuel,
    surcharges,
    analysis.ratePerMile,
    analysis.distance,
    analysis.confidenceScore,
    analysis.trend,
    analysis.activity,
    basis.level,
    basis.source,
    basis.observations,
    basis.asOf,
    analysis.warnings.join(' '),
  ];
}
