import { usd } from '../../costs/model/cents.ts';
import type { SheetCell } from '../../platform/files/xlsx-writer.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import { transitOver } from '../../quotes/pricing/transit.ts';
import { equipmentLabel } from '../../quotes/sheet/equipment-label.ts';
import type { QuotePrice } from '../../quotes/strategy/pricing-strategy.ts';
import type { LaneError } from '../lanes/lane-result.ts';
import type { LaneView } from '../pricing/view-lanes.ts';

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
      const names = new Set(errors.map((error) => FIELDS[error.field.replace(/[[.].*/, '')] ?? 'lane'));
      return `No price: please check the ${names.size === 0 ? 'lane' : [...names].join(', ')}.`;
    }
    default:
      return 'No price yet.';
  }
}

const dollars = (cents: number): string => `$${usd(cents).toFixed(2)}`;

/** What the total contains besides price and fuel. */
function priceRemark({ fuelIncluded, accessorials, excluded }: QuotePrice): string {
  const charges = accessorials.map(({ title, amountCents }) => `${title} ${dollars(amountCents)}`);
  return [
    ...(fuelIncluded ? ['Fuel is included in the price.'] : []),
    ...(charges.length > 0 ? [`The total includes: ${charges.join(', ')}.`] : []),
    ...(excluded.length > 0 ? [`Not included: ${excluded.map(({ title }) => title).join(', ')}.`] : []),
  ].join(' ');
}

/** The cells of `CUSTOMER_COLUMNS`. @param contractEnd until when the prices are meant, if the RFP says so. */
export function customerCells(
  { draft, terms, priced: { result, price }, validUntil }: LaneView,
  contractEnd: UtcDay | undefined,
): readonly SheetCell[] {
  const equipment = draft.equipment === undefined ? '' : equipmentLabel(draft.equipment);
  const without = (remark: string) => [equipment, '', '', '', '', '', remark];
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
    priceRemark(price),
  ];
}
