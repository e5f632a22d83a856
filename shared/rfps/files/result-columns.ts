import { usd } from '../../costs/model/cents.ts';
import { csvRow } from '../../platform/files/csv-rows.ts';
import { WEEKS_PER_YEAR } from '../lanes/lane-draft.ts';
import type { LanePrice } from '../lanes/lane-result.ts';
import type { LaneTerms } from '../lanes/lane-summary.ts';

/** Columns of the results of a lane, after those of the input. */
export const RESULT_COLUMNS = [
  'status',
  'error_code',
  'error_message',
  'resolved_origin',
  'resolved_destination',
  'distance',
  'market_rate',
  'market_min',
  'market_max',
  'confidence',
  'base_rate',
  'fuel_surcharge',
  'accessorial_charges',
  'total_rate',
  'margin_percent',
  'weekly_spend',
  'annual_spend',
  'excluded',
  'outcome',
  'outcome_reason',
  'warnings',
] as const;
type ResultColumn = (typeof RESULT_COLUMNS)[number];

const RESULT_NAMES: ReadonlySet<string> = new Set(RESULT_COLUMNS);

/** Positions of the input columns that a file of results keeps. Those of an earlier file of results are replaced. */
export const keptColumns = (input: readonly string[]): readonly number[] =>
  input.flatMap((name, at) => (RESULT_NAMES.has(name.trim()) ? [] : [at]));

/** The first line of a file of results, with line end. @param input header of the input. */
export const resultsHeader = (input: readonly string[]): string =>
  `${csvRow([...keptColumns(input).map((at) => input[at] ?? ''), ...RESULT_COLUMNS])}\r\n`;

interface LaneOfFile {
  /** Of the input, in its order. */
  readonly cells: readonly string[];
  readonly weeklyCents: number;
  readonly terms: LaneTerms;
}

/**
 * A line of a file of results, with line end. Cells that a spreadsheet would run as formulas are guarded.
 * @param kept `keptColumns` of the input: shorter rows are filled, longer ones cut.
 */
export function resultLine(
  { result, price }: LanePrice,
  { cells, weeklyCents, terms }: LaneOfFile,
  kept: readonly number[],
): string {
  const values: Partial<Record<ResultColumn, string | number>> = {
    status: result.status,
    excluded: terms.excluded ? 'yes' : '',
    outcome: terms.outcome ?? '',
    outcome_reason: terms.reason ?? '',
    ...(result.status === 'failed'
      ? { error_code: result.error.code, error_message: result.error.message }
      : {
          resolved_origin: result.origin.name,
          resolved_destination: result.destination.name,
          distance: result.analysis.distance,
          market_rate: result.analysis.suggested_rate,
          market_min: result.analysis.rate_range.min,
          market_max: result.analysis.rate_range.max,
          confidence: result.analysis.confidence_score,
          warnings: result.warnings.join(' '),
        }),
    ...(price && {
      base_rate: usd(price.baseRateCents),
      fuel_surcharge: usd(price.fuelSurchargeCents),
      accessorial_charges: usd(price.accessorialsCents),
      total_rate: usd(price.totalCents),
      margin_percent: price.marginPercent,
      weekly_spend: usd(weeklyCents),
      annual_spend: usd(weeklyCents * WEEKS_PER_YEAR),
    }),
  };
  const input = kept.map((at) => cells[at] ?? '');
  return `${csvRow([...input, ...RESULT_COLUMNS.map((column) => String(values[column] ?? ''))])}\r\n`;
}
