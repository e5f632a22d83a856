import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { readRequirements } from '../../quotes/request/read-quote-request.ts';
import type { LaneDraft } from './lane-draft.ts';
import type { LaneDefaults } from './read-lane.ts';

/** A change of one lane. Members that are left out do not change. */
export interface LaneChange {
  readonly index: number;
  readonly excluded?: boolean;
  /** null: the strategy prices the lane. */
  readonly price?: LaneDraft['price'];
  readonly origin?: string;
  readonly destination?: string;
  /** null: that of the RFP. */
  readonly equipment?: EquipmentType | null;
  /** null: the lane has no volume. */
  readonly weeklyVolume?: number | null;
  /** As the caller wrote them. null: those of the RFP. */
  readonly requirements?: unknown;
  readonly stops?: readonly string[];
  readonly weightLbs?: number | null;
  readonly commodity?: string;
}

/** Fields of a lane that errors name, and the members of a change that replace them. */
const FIELDS = {
  origin: 'origin',
  destination: 'destination',
  equipment_type: 'equipment',
  weekly_volume: 'weeklyVolume',
  special_requirements: 'requirements',
  stops: 'stops',
  weight_lbs: 'weightLbs',
  commodity: 'commodity',
  price: 'price',
} as const satisfies Readonly<Record<string, keyof LaneChange>>;

const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name);

/**
 * A lane after a change. Errors and warnings of fields that the change replaces go; those of other fields stay with the
 * lane.
 * @param errors gets the faults of the change, which then is rejected.
 */
export function correctLane(
  draft: LaneDraft,
  change: LaneChange,
  { equipment: usual, requirements: usualNames, quantities: usualUnits = {}, own }: LaneDefaults,
  errors: FieldError[],
): LaneDraft {
  const equipment = change.equipment === undefined ? draft.equipment : (change.equipment ?? usual);
  const units = new Map<string, number>();
  const requirements = requirementsOf();
  const replaces = (field: string): boolean => {
    const name = field.replace(/[[.].*/, '');
    if (isField(name)) return change[FIELDS[name]] !== undefined;
    // A lane that is no object, or a row with more cells than the header.
    return name === 'lane' && change.origin !== undefined && change.destination !== undefined;
  };
  const { warnings = [], ...others } = draft;
  const left = warnings.filter(({ field }) => !replaces(field));
  return {
    ...others,
    ...(left.length > 0 && { warnings: left }),
    ...(change.origin !== undefined && { origin: change.origin }),
    ...(change.destination !== undefined && { destination: change.destination }),
    equipment,
    weeklyVolume: change.weeklyVolume === undefined ? draft.weeklyVolume : (change.weeklyVolume ?? undefined),
    requirements,
    quantities: Object.fromEntries(units),
    stops: change.stops ?? draft.stops,
    weightLbs: change.weightLbs === undefined ? draft.weightLbs : change.weightLbs,
    commodity: change.commodity ?? draft.commodity,
    price: change.price === undefined ? draft.price : change.price,
    errors: draft.errors.filter(({ field }) => !replaces(field)),
  };

  /** The accessorials, which need to fit the equipment. */
  function requirementsOf(): LaneDraft['requirements'] {
    const isGiven = change.requirements !== undefined && change.requirements !== null;
    if (isGiven) return readRequirements(change.requirements, equipment, errors, own, units);
    const isUsual = change.requirements === null;
    for (const [name, quantity] of Object.entries(isUsual ? usualUnits : draft.quantities)) {
      units.set(name, quantity);
    }
    if (isUsual) return readRequirements(usualNames, equipment, errors, own);
    if (change.equipment === undefined) return draft.requirements;
    if (draft.requirements) return readRequirements(draft.requirements, equipment, errors, own);
    errors.push({ field: 'special_requirements', message: 'is required: those of the lane are invalid' });
    return undefined;
  }
}

/** What the market rate of a lane, its volume and its accessorials depend on: another value counts as usage. */
export const marketInput = (draft: LaneDraft): string => {
  const { origin, destination, equipment, weeklyVolume, requirements } = draft;
  const { quantities, stops, weightLbs, errors } = draft;
  const move = { origin, destination, equipment, weeklyVolume, requirements, quantities, stops, weightLbs };
  return JSON.stringify({ ...move, errors });
};
