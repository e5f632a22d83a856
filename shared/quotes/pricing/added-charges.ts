import { type EquipmentType, isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { equipmentWarnings, legalPayload } from '../../costs/equipment/equipment-warnings.ts';
import type { QuoteFields } from '../request/read-quote-request.ts';
import type { Quantities } from '../strategy/pricing-strategy.ts';
import type { PricedOption } from './price-lane-plan.ts';

const STOP_OFF = 'stop_off';
const OVERWEIGHT = 'overweight';
const TRIAXLE = 'triaxle';

export interface WantedCharges {
  readonly requirements: readonly string[];
  readonly quantities: Quantities;
}

type Move = Pick<QuoteFields, 'equipment' | 'requirements' | 'quantities' | 'stops' | 'weightLbs'>;

const isOverweight = (equipment: EquipmentType, weight: number | null): weight is number =>
  weight !== null && weight > legalPayload(equipment, []).standard;

/**
 * The charges of a request: those that it names, a stop-off for each stop, and for a load above the legal payload overweight
 * and a tri-axle chassis, which replaces the standard one. Those that the tariff of the move lacks are not charged.
 */
export function wantedCharges({
  equipment,
  requirements,
  quantities,
  stops,
  weightLbs,
}: Move): WantedCharges {
  const heavy = isOverweight(equipment, weightLbs);
  const onTriaxle = heavy && !isRoadEquipment(equipment);
  const added = [
    ...(stops.length > 0 ? [STOP_OFF] : []),
    ...(heavy ? [OVERWEIGHT] : []),
    ...(onTriaxle ? [TRIAXLE] : []),
  ];
  return {
    requirements: [...new Set([...requirements, ...added])].filter(
      (name) => !onTriaxle || name !== 'chassis',
    ),
    quantities: {
      ...(stops.length > 0 && { [STOP_OFF]: stops.length }),
      ...(onTriaxle && quantities.chassis !== undefined && { [TRIAXLE]: quantities.chassis }),
      ...quantities,
    },
  };
}

/** Warnings about the charges of a priced move: those of its equipment, those that it has without naming them, and quantities that do not apply. */
export function chargeWarnings(
  move: Move,
  { lane, price: { accessorials } }: Pick<PricedOption, 'lane' | 'price'>,
): readonly string[] {
  const charged = accessorials.map(({ name }) => name);
  const states = [lane.origin, ...lane.via, lane.destination].map(({ state }) => state);
  // A percentage and a charge by miles have no units.
  const ignored = accessorials.filter(({ ignoresQuantity }) => ignoresQuantity);
  return [
    ...equipmentWarnings(move.equipment, charged),
    ...stopOffWarnings(move, charged),
    ...overweightWarnings(move, charged, [...new Set(states)]),
    ...ignored.map(({ title }) => `The quantity of ${title} was ignored: its charge has no units.`),
  ];
}

function stopOffWarnings({ stops, quantities }: Move, charged: readonly string[]): readonly string[] {
  const { [STOP_OFF]: asked = stops.length } = quantities;
  if (stops.length === 0) return [];
  if (!charged.includes(STOP_OFF))
    return ['The accessorial tariff has no stop_off here: the stops are not charged.'];
  return asked === stops.length
    ? []
    : [`stop_off is charged for ${asked} stops, as requested; the move has ${stops.length}.`];
}

const pounds = (weight: number): string => `${weight.toLocaleString('en-US')} lb`;

function overweightWarnings(
  { equipment, requirements, weightLbs }: Move,
  charged: readonly string[],
  states: readonly string[],
): readonly string[] {
  if (!isOverweight(equipment, weightLbs)) return [];
  const { standard, triaxle } = legalPayload(equipment, states);
  const added = [OVERWEIGHT, TRIAXLE].filter(
    (name) => charged.includes(name) && !requirements.includes(name),
  );
  const charges = charged.includes(OVERWEIGHT)
    ? added.length === 0
      ? ''
      : ` ${added.join(' and ')} ${added.length === 1 ? 'was' : 'were'} added.`
    : ' The accessorial tariff has no overweight here: it is not charged.';
  const inStead =
    requirements.includes('chassis') && charged.includes(TRIAXLE) ? ' triaxle replaces chassis.' : '';
  const permit =
    triaxle !== undefined && weightLbs <= triaxle
      ? ` On a tri-axle chassis about ${pounds(triaxle)} are legal there.`
      : ` Each state on the way, ${states.join(', ')} and those between, must give a permit.`;
  return [
    `weight_lbs ${pounds(weightLbs)} is more than the legal payload of about ${pounds(standard)} for ${equipment}: the gross weight is limited to 80,000 lb (23 CFR 658.17).${charges}${inStead}${permit}`,
  ];
}
