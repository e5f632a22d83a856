import { EQUIPMENT_TYPES, type EquipmentType } from '../equipment/equipment-type.ts';
import type { Accessorial } from './accessorial.ts';
import type { ServedTerminal } from './served-terminal.ts';
import { chargesAt, quotableCharges } from './tariff.ts';

const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

const namesOf = (accessorials: readonly Accessorial[]): readonly string[] => [
  ...new Set(accessorials.map(({ name }) => name)),
];

const ALL_NAMES = namesOf(EQUIPMENT_TYPES.flatMap(quotableCharges));

/**
 * Names that may be asked for with an equipment or, where it is not known, with any. Charges that come with the
 * equipment may be asked for as well; they count once.
 */
export const namesFor = (equipment: EquipmentType | undefined): readonly string[] =>
  equipment === undefined ? ALL_NAMES : namesOf(quotableCharges(equipment));

/** The tariff's name that a text is, in any case, with spaces or hyphens ("Inside Delivery"); undefined for others. */
export function readRequirement(text: string, equipment: EquipmentType | undefined): string | undefined {
  const wanted = fold(text);
  return namesFor(equipment).find((name) => fold(name) === wanted);
}

/** What a move is made with, and the terminal that it is from or to; undefined over the road. */
interface ServedMove {
  readonly equipment: EquipmentType;
  readonly terminal: ServedTerminal | undefined;
}

/**
 * What is wrong with names that fit the equipment but not the terminal, with those that do; undefined where all apply.
 * The message continues the name of the field: "must not have ...".
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
  return `must not have ${names} ${where}; allowed with ${equipment} there are ${allowed.join(', ')}`;
}
