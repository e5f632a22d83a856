import { EQUIPMENT_TYPES, type EquipmentType } from '../equipment/equipment-type.ts';
import { applicableCharges, type OwnAccessorial, quotableNames } from './own-tariff.ts';
import type { ServedTerminal } from './tariff.ts';

/** The form in which names are compared: without case, spaces, hyphens and underscores. */
export const comparableName = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

const BASE_NAMES = quotableNames(EQUIPMENT_TYPES, []);

/**
 * The requirements that a caller can request with an equipment type; undefined: with any type. They include charges that
 * always apply with the equipment; these are charged once.
 * @param own entries of the organization's own tariff for the day of pickup.
 */
export function requirementNamesFor(
  equipment: EquipmentType | undefined,
  own: readonly OwnAccessorial[] = [],
): readonly string[] {
  if (equipment !== undefined) return quotableNames([equipment], own);
  return own.length === 0 ? BASE_NAMES : quotableNames(EQUIPMENT_TYPES, own);
}

/** The requirement that a text names, ignoring case, spaces, hyphens and underscores ("Inside Delivery"), or undefined. */
export function readRequirement(
  text: string,
  equipment: EquipmentType | undefined,
  own: readonly OwnAccessorial[] = [],
): string | undefined {
  const wanted = comparableName(text);
  return requirementNamesFor(equipment, own).find((name) => comparableName(name) === wanted);
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
  own: readonly OwnAccessorial[] = [],
): string | undefined {
  if (requirements.length === 0) return undefined;
  const allowed = applicableCharges(equipment, terminal, own).map(({ name }) => name);
  const wrong = requirements.filter((name) => !allowed.includes(name));
  if (wrong.length === 0) return undefined;
  const names = wrong.map((name) => JSON.stringify(name)).join(', ');
  const where = terminal === undefined ? 'without a terminal' : `at ${terminal.name}`;
  return `must not have ${names} ${where}; allowed there with ${equipment}: ${allowed.join(', ')}`;
}
