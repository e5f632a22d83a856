import type { RateResult } from '../api/client.ts';
import { type CsvCell, csvText } from '../format/csv.ts';
import { partsOf } from './rate-parts.ts';

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
