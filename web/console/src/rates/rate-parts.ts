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

/** The rates as a CSV file that a spreadsheet opens without evaluating a cell. */
export function ratesCsv(rates: readonly RateResult[]): string {
  const rows = rates.map(cellsOf);
  return csvText([Object.keys(rows[0] ?? {}), ...rows.map((row): CsvCell[] => Object.values(row))]);
}

function cellsOf({ origin, destination, equipment, date, analysis }: RateResult) {
  const { linehaul, fuel, surcharges } = partsOf(analysis);
  const { basis } = analysis;
  return {
    terminal: origin.terminal,
    terminal_type: origin.type,
    destination_city: destination.city,
    destination_state: destination.state,
    destination_zip: destination.zip,
    equipment,
    date,
    suggested_rate_usd: analysis.suggestedRate,
    range_min_usd: analysis.rateRange.min,
    range_max_usd: analysis.rateRange.max,
    linehaul_usd: linehaul,
    fuel_usd: fuel,
    surcharges_usd: surcharges,
    rate_per_mile_usd: analysis.ratePerMile,
    distance_miles: analysis.distance,
    confidence: analysis.confidenceScore,
    trend: analysis.trend,
    activity: analysis.activity,
    basis_level: basis.level,
    basis_source: basis.source,
    basis_observations: basis.observations,
    basis_as_of: basis.asOf,
    warnings: analysis.warnings.join(' '),
  };
}
