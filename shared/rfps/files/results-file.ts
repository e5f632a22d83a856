import { equipmentLabel } from '../../costs/equipment/equipment-type.ts';
import { usd } from '../../costs/model/cents.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../platform/files/csv-rows.ts';
import { cellText, type SheetCell, XlsxWriter } from '../../platform/files/xlsx-writer.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { transitOver } from '../../quotes/pricing/schedule-move.ts';
import type { QuotePrice } from '../../quotes/strategy/pricing-strategy.ts';
import { annualCents, type LaneDraft } from '../lanes/lane-draft.ts';
import type { LaneError } from '../lanes/lane-result.ts';
import type { LaneView } from '../pricing/view-lanes.ts';
import type { ResultsContent, StoredRfp } from '../record/stored-rfp.ts';

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

const money = (cents: number): SheetCell => ({ usd: usd(cents) });

/** The cells of `RESULT_COLUMNS`. */
function resultCells({
  draft,
  weeklyCents,
  terms,
  priced: { result, price },
}: LaneView): readonly SheetCell[] {
  const values: Partial<Record<ResultColumn, SheetCell>> = {
    status: result.status,
    excluded: terms.excluded ? 'yes' : '',
    outcome: terms.outcome ?? '',
    outcome_reason: terms.reason ?? '',
    warnings: [
      ...(draft.cells && draft.corrected ? [correctionRemark(draft)] : []),
      ...(result.status === 'failed' ? [] : result.warnings),
    ].join(' '),
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

/** Columns of the results for the customer, after those of the input: no cost, margin or confidence. */
export const CUSTOMER_COLUMNS = [
  'Quoted equipment',
  'Price (USD)',
  'Fuel (USD)',
  'Total (USD)',
  'Transit days',
  'Valid until',
  'Remark',
] as const;

/** Fields of lanes in the words of a customer. */
const FIELDS: Readonly<Record<string, string>> = {
  lane_id: 'lane number',
  origin: 'origin',
  destination: 'destination',
  equipment_type: 'equipment',
  weekly_volume: 'volume',
  special_requirements: 'special requirements',
  stops: 'stops',
  weight_lbs: 'weight',
  commodity: 'commodity',
};

/** Why a lane has no price, for a person who knows nothing of the service. */
function failureRemark({ code, details }: LaneError): string {
  const { field, value, errors = [] } = details;
  const place =
    typeof value === 'string' ? `"${value}"` : `the ${field === 'origin' ? 'origin' : 'destination'}`;
  switch (code) {
    case 'LOCATION_NOT_FOUND':
      return `No price: we could not find ${place}. Please give the city with its state, or the ZIP code.`;
    case 'LOCATION_AMBIGUOUS':
      return `No price: there are several places named ${place}. Please add the state or the ZIP code.`;
    case 'NO_ROUTE':
      return 'No price: no road connects origin and destination.';
    case 'LANE_INVALID': {
      // The price is ours: the customer cannot correct it.
      const theirs = errors.filter((error) => !error.field.startsWith('price'));
      if (errors.length > 0 && theirs.length === 0) return 'No price yet.';
      const names = new Set(theirs.map((error) => FIELDS[error.field.replace(/[[.].*/, '')] ?? 'lane'));
      return `No price: please check the ${names.size === 0 ? 'lane' : [...names].join(', ')}.`;
    }
    default:
      return 'No price yet.';
  }
}

const dollars = (cents: number): string => `$${usd(cents).toFixed(2)}`;

/** What the total contains besides price and fuel. */
function priceRemark({ fuelIncluded, accessorials, excluded }: QuotePrice): string {
  const charges = accessorials.map(
    ({ title, quantity, rateCents, frequency, amountCents }) =>
      `${title}${quantity === 1 ? '' : ` (${quantity} x ${dollars(rateCents)} ${frequency})`} ${dollars(amountCents)}`,
  );
  return [
    ...(fuelIncluded ? ['Fuel is included in the price.'] : []),
    ...(charges.length > 0 ? [`The total includes: ${charges.join(', ')}.`] : []),
    ...(excluded.length > 0 ? [`Not included: ${excluded.map(({ title }) => title).join(', ')}.`] : []),
  ].join(' ');
}

/** Accessorials with the quantities that the request gave, as files have them. */
const requirementTexts = ({ requirements = [], quantities }: LaneDraft): readonly string[] =>
  requirements.map((name) => (quantities[name] === undefined ? name : `${name}: ${quantities[name]}`));

/** What a lane is that a person corrected, because its row says something else. */
function correctionRemark(draft: LaneDraft): string {
  const { equipment, weeklyVolume, stops, weightLbs } = draft;
  const requirements = requirementTexts(draft);
  const parts = [
    `${draft.origin || 'no origin'} to ${draft.destination || 'no destination'}`,
    ...(stops.length === 0 ? [] : [`with stops in ${stops.join('; ')}`]),
    ...(equipment === undefined ? [] : [equipmentLabel(equipment)]),
    ...(weeklyVolume === undefined ? [] : [`${weeklyVolume} loads a week`]),
    ...(weightLbs === null ? [] : [`${weightLbs} lb`]),
    ...(requirements.length === 0 ? [] : [`with ${requirements.join(', ').replaceAll('_', ' ')}`]),
  ];
  return `Read as ${parts.join(', ')}.`;
}

/** The cells of `CUSTOMER_COLUMNS`. @param contractEnd until when the prices are meant, if the RFP says so. */
function customerCells(
  { draft, terms, priced: { result, price }, validUntil }: LaneView,
  contractEnd: UtcDay | undefined,
): readonly SheetCell[] {
  const equipment = draft.equipment === undefined ? '' : equipmentLabel(draft.equipment);
  const correction = draft.cells && draft.corrected ? [correctionRemark(draft)] : [];
  const without = (remark: string) => [equipment, '', '', '', '', '', [...correction, remark].join(' ')];
  if (terms.excluded) return without('Not offered.');
  if (result.status === 'failed') return without(failureRemark(result.error));
  if (price === undefined) return without('No price yet.');
  const { miles, requirements } = result.move;
  return [
    equipmentLabel(result.move.equipment),
    { usd: usd(price.baseRateCents) },
    { usd: usd(price.fuelSurchargeCents) },
    { usd: usd(price.totalCents) },
    transitOver(miles, requirements.includes('team_drivers')).days,
    { day: contractEnd ?? validUntil },
    [...correction, priceRemark(price)].join(' ').trim(),
  ];
}

const SEPARATOR = ';';

/** Columns and cells of lanes that came in a request body. An uploaded file can have the same names. */
const BODY_CELLS: Readonly<Record<string, (draft: LaneDraft) => string>> = {
  lane_id: ({ laneId }) => laneId,
  origin: ({ origin }) => origin,
  destination: ({ destination }) => destination,
  equipment_type: ({ equipment = '' }) => equipment,
  weekly_volume: ({ weeklyVolume = '' }) => String(weeklyVolume),
  special_requirements: (draft) => requirementTexts(draft).join(SEPARATOR),
  stops: ({ stops }) => stops.join(SEPARATOR),
  weight_lbs: ({ weightLbs }) => String(weightLbs ?? ''),
  commodity: ({ commodity }) => commodity,
};

/** What a file of results says of an RFP. `columns`: undefined if the lanes came in a request body. */
export type ResultsRfp = Pick<StoredRfp, 'columns' | 'contractEnd'>;

/** Names and cells of a file of results, in the order of the columns. */
function resultsTable(
  { columns = Object.keys(BODY_CELLS), contractEnd }: ResultsRfp,
  reader: ResultsContent['for'],
) {
  // The results of an earlier file of results are replaced.
  const kept = columns.flatMap((name, at) => (RESULT_NAMES.has(name.trim()) ? [] : [at]));
  return {
    header: [
      ...kept.map((at) => columns[at] ?? ''),
      ...(reader === 'customer' ? CUSTOMER_COLUMNS : RESULT_COLUMNS),
    ],
    row: (lane: LaneView): readonly SheetCell[] => {
      const cells = lane.draft.cells ?? Object.values(BODY_CELLS).map((cell) => cell(lane.draft));
      const results = reader === 'customer' ? customerCells(lane, contractEnd) : resultCells(lane);
      return [...kept.map((at) => cells[at] ?? ''), ...results];
    },
  };
}

/**
 * Writes a file of results part by part: CSV with a header, or a workbook. `add` takes lanes in their order and returns the
 * next bytes, which can be none; `end` returns the last ones.
 */
export function createResultsWriter(
  rfp: ResultsRfp,
  { for: reader, format }: Pick<ResultsContent, 'for' | 'format'>,
) {
  const { header, row } = resultsTable(rfp, reader);
  if (format === 'xlsx') {
    const writer = new XlsxWriter('Lanes', header);
    return { add: (lanes: readonly LaneView[]) => writer.add(lanes.map(row)), end: () => writer.end() };
  }
  let before = `${BYTE_ORDER_MARK}${csvRow(header)}\r\n`;
  const take = (lines: string): Uint8Array => {
    const bytes = Buffer.from(`${before}${lines}`);
    before = '';
    return bytes;
  };
  return {
    add: (lanes: readonly LaneView[]) =>
      take(lanes.map((lane) => `${csvRow(row(lane).map(cellText))}\r\n`).join('')),
    end: () => take(''),
  };
}

/** A whole file of results as CSV. */
export function resultsFile(
  lanes: readonly LaneView[],
  rfp: ResultsRfp = { columns: undefined, contractEnd: undefined },
  reader?: ResultsContent['for'],
): string {
  const writer = createResultsWriter(rfp, reader === undefined ? {} : { for: reader });
  return Buffer.concat([writer.add(lanes), writer.end()]).toString();
}
