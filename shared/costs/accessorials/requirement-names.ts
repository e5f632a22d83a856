import { EQUIPMENT_TYPES, type EquipmentType } from '../equipment/equipment-type.ts';
import type { Accessorial } from './accessorial.ts';
import type { ServedTerminal } from './served-terminal.ts';
import { chargesAt, quotableCharges } from './tariff.ts';

const normalize = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

const namesOf = (accessorials: readonly Accessorial[]): readonly string[] => [
  ...new Set(accessorials.map(({ name }) => name)),
];

const ALL_NAMES = namesOf(EQUIPMENT_TYPES.flatMap(quotableCharges));

/**
 * The requirements that a caller can request with an equipment type; undefined: with any type. They include charges that
 * always apply with the equipment; these are charged once.
 */
export const requirementNamesFor = (equipment: EquipmentType | undefined): readonly string[] =>
  equipment === undefined ? ALL_NAMES : namesOf(quotableCharges(equipment));

/** The requirement that a text names, ignoring case, spaces, hyphens and underscores ("Inside Delivery"), or undefined. */
export function readRequirement(text: string, equipment: EquipmentType | undefined): string | undefined {
  const wanted = normalize(text);
  return requirementNamesFor(equipment).find((name) => normalize(name) === wanted);
}

/** The equipment of a move and its terminal; undefined for a move without a terminal. */
interface ServedMove {
  readonly equipment: EquipmentType;
  readonly terminal: ServedTerminal | undefined;
}

/**
 * An error message for requirements that apply to the equipment but not at the terminal, with the allowed ones.
 * Undefined if all apply. The caller prefixes the message with the name of the field.
 */
export function requirementFault(
  requirements: readonly string[],
  { equipment, terminal }: ServedMove,
): string | undefined {
  const allowed = namesOf(chargesAt(equipment, terminal));
  const wrong = requirements.filter((name) => !allowed.includes(name));
  if (wrong.length === 0) return undefined;
  const names = wrong.map((name) => JSON.stringify(name)).join(', ');
  const where = terminal === undefined ? 'without a terminal' : `at ${terminal.name}`;
  return `must not have ${names} ${where}; allowed there with ${equipment}: ${allowed.join(', ')}`;
}
