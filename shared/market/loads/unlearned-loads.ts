import { EQUIPMENT_TYPES, type EquipmentType } from '../../costs/equipment/equipment-type.ts';

/**
 * Unlearned loads are stored and counted, and prices do not use them: those of trailers, and those that do not say
 * whether fuel is inside. They are stored under a name of their own for each freight market, which has no cells.
 */
const PREFIX = 'unlearned-';

/** The name under which the unlearned loads of a freight market are stored. */
export const unlearnedName = (freightMarket: string): string => `${PREFIX}${freightMarket}`;

/** Whether loads that are stored under this name are unlearned; other names are freight markets. */
export const isUnlearned = (name: string): boolean => name.startsWith(PREFIX);

/** The freight market of a name under which loads are stored. */
export const freightMarketOfName = (name: string): string =>
  isUnlearned(name) ? name.slice(PREFIX.length) : name;

/** What the kind of an unlearned load states; kinds of other loads: see `kindOf`. */
export interface UnlearnedKind {
  readonly equipment: EquipmentType;
  /** Null if the load does not say it. */
  readonly fuelIncluded: boolean | null;
  /** One way, whole. */
  readonly miles: number;
}

/** Room for more types, so that stored kinds stay readable. */
const MAX_EQUIPMENT = 32;
const FUEL: readonly (boolean | null)[] = [true, false, null];
/** A kind and its bin fit in the 32 bits of a spilled load; no road in the country is longer. */
const MAX_MILES = 16_383;

/** The kind of an unlearned load as a number. */
export const unlearnedKindOf = ({ equipment, fuelIncluded, miles }: UnlearnedKind): number =>
  (Math.min(MAX_MILES, Math.round(miles)) * FUEL.length + FUEL.indexOf(fuelIncluded)) * MAX_EQUIPMENT +
  EQUIPMENT_TYPES.indexOf(equipment);

/** @throws RangeError if no version of the service has stored such a kind. */
export function readUnlearnedKind(kind: number): UnlearnedKind {
  const equipment = EQUIPMENT_TYPES[kind % MAX_EQUIPMENT];
  const milesAndFuel = Math.floor(kind / MAX_EQUIPMENT);
  const fuelIncluded = FUEL[milesAndFuel % FUEL.length];
  if (equipment === undefined || fuelIncluded === undefined)
    throw new RangeError(`kind ${kind} of an unlearned load`);
  return { equipment, fuelIncluded, miles: Math.floor(milesAndFuel / FUEL.length) };
}
