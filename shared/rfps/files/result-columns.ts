import { usd } from '../../costs/model/cents.ts';
import type { SheetCell } from '../../platform/files/xlsx-writer.ts';
import { annualCents, type LaneDraft } from '../lanes/lane-draft.ts';
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

/** The names of the columns of the input that a file of results keeps. */
export const keptNames = (input: readonly string[]): readonly string[] =>
  keptColumns(input).map((at) => input[at] ?? '');

interface LaneOfFile {
  readonly draft: Pick<LaneDraft, 'weeklyVolume'>;
  readonly weeklyCents: number;
  readonly terms: LaneTerms;
}

const money = (cents: number): SheetCell => ({ usd: usd(cents) });

/** The cells of `RESULT_COLUMNS`. */
export function resultCells(
  { result, price }: LanePrice,
  { draft, weeklyCents, terms }: LaneOfFile,
): readonly SheetCell[] {
  const values: Partial<Record<ResultColumn, SheetCell>> = {
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
          market_rate: { usd: result.analysis.suggested_rate },
          market_min: { usd: result.analysis.rate_range.min },
          market_max: { usd: result.analysis.rate_range.max },
          confidence: result.analysis.confidence_score,
          warnings: result.warnings.join(' '),
        }),
    ...(price && {
      base_rate: money(price.baseRateCents),
      fuel_surcharge: money(price.fuelSurchargeCents),
      accessorial_charges: money(price.accessorialsCents),
      total_rate: money(price.totalCents),
      margin_percent: price.marginPercent,
      weekly_spend: money(weeklyCents),
      annual_spend: money(annualCents(price.totalCents, draft.weeklyVolume ?? 0)),
    }),
  };
  return RESULT_COLUMNS.map((column) => values[column] ?? '');
}
