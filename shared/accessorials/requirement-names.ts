import { EQUIPMENT_TYPES, type EquipmentType } from '../equipment/equipment-type.ts';
import { requestableNames } from './tariff.ts';

const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

const ALL_NAMES = [...new Set(EQUIPMENT_TYPES.flatMap(requestableNames))];

/** Names that may be asked for, with an equipment or, where it is not known, with any. */
export const namesFor = (equipment: EquipmentType | undefined): readonly string[] =>
  equipment === undefined ? ALL_NAMES : requestableNames(equipment);

/** The tariff's name that a text says in any case, with spaces or hyphens too ("Inside Delivery"); undefined for others. */
export function readRequirement(text: string, equipment: EquipmentType | undefined): string | undefined {
  const wanted = fold(text);
  return namesFor(equipment).find((name) => fold(name) === wanted);
}
