import { type OwnAccessorial, offeredNames } from '../../costs/accessorials/own-tariff.ts';
import { readRequirement } from '../../costs/accessorials/requirement-names.ts';
import { EQUIPMENT_TYPES, type EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { isLeftOut } from '../../platform/http/optional-field.ts';
import { textFault } from '../../platform/text/bounded-text.ts';
import type { QuoteDraft } from './quote-request.ts';

/** More than the number of tariff names, so that duplicates are allowed. */
export const MAX_REQUIREMENTS = 50;
export const MAX_REQUIREMENT_LENGTH = 60;
const REQUIREMENTS = 'special_requirements';

/** Whether an error is of the names of requirements. */
export const isOfRequirements = ({ field }: FieldError): boolean => field.startsWith(REQUIREMENTS);

/** Whether the organization's own tariff may have the names that the base tariff lacks: no tariff has unreadable names. */
export const mayBeOwnNames = (given: readonly unknown[]): boolean =>
  given.every((name) => typeof name !== 'string' || isReadable(name));

/** A draft without the errors of names that the organization's own tariff may have. */
export const withoutUnknownNames = (draft: QuoteDraft): QuoteDraft =>
  draft.requested === undefined
    ? draft
    : { ...draft, errors: draft.errors.filter((error) => !isOfRequirements(error)) };

/** A draft with the names of the organization's own tariff. @param own entries for the day of pickup. */
export function nameRequirements(
  { requested, ...draft }: QuoteDraft,
  own: readonly OwnAccessorial[],
): QuoteDraft {
  if (requested === undefined) return draft;
  const named: FieldError[] = [];
  const requirements = readRequirements(requested, draft.fields.equipment, named, own);
  const place = draft.errors.findIndex(isOfRequirements);
  const errors = draft.errors.filter((error) => !isOfRequirements(error)).toSpliced(place, 0, ...named);
  return { ...draft, fields: { ...draft.fields, requirements }, errors };
}

/**
 * The requirement names, each once, in the order of the request; adds errors to `errors`.
 * @param own entries of the organization's own tariff for the day of pickup.
 */
export function readRequirements(
  given: unknown,
  equipment: EquipmentType | undefined,
  errors: FieldError[],
  own: readonly OwnAccessorial[] = [],
): readonly string[] | undefined {
  const field = REQUIREMENTS;
  if (isLeftOut(given)) return [];
  if (!Array.isArray(given)) {
    errors.push({ field, message: 'must be an array of names' });
    return undefined;
  }
  if (given.length > MAX_REQUIREMENTS) {
    errors.push({ field, message: `must have at most ${MAX_REQUIREMENTS} names` });
    return undefined;
  }
  const names = new Set<string>();
  const unknown = new Set<string>();
  for (const [index, item] of (given as readonly unknown[]).entries()) {
    if (typeof item !== 'string') {
      errors.push({ field: `${field}[${index}]`, message: 'must be a string' });
      continue;
    }
    const name = isReadable(item) ? readRequirement(item, equipment, own) : undefined;
    if (name === undefined) unknown.add(item.slice(0, MAX_REQUIREMENT_LENGTH).toWellFormed());
    else names.add(name);
  }
  if (unknown.size > 0) errors.push({ field, message: notAllowed([...unknown], equipment, own) });
  return [...names];
}

const isReadable = (name: string): boolean => textFault(name, MAX_REQUIREMENT_LENGTH) === undefined;

function notAllowed(
  unknown: readonly string[],
  equipment: EquipmentType | undefined,
  own: readonly OwnAccessorial[],
): string {
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  const where = equipment === undefined ? '' : ` with ${equipment}`;
  const offered = offeredNames(equipment === undefined ? EQUIPMENT_TYPES : [equipment], own);
  return `must not have ${names}; allowed${where} are ${offered.join(', ')}`;
}
