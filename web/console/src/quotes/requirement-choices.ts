import type { Accessorial } from '../api/client.ts';
import { requirementName, SPECIAL_REQUIREMENTS } from '../rates/special-requirements.ts';
import type { QuoteForm } from './quote-form.ts';

/** Whether a quote with this equipment and day of pickup can request an entry. The API checks its terminals. */
const canRequest = (
  { source, enabled, occasion, equipment_types, effective_from: from, effective_to: to }: Accessorial,
  { equipment, pickup }: Pick<QuoteForm, 'equipment' | 'pickup'>,
): boolean =>
  source === 'custom' &&
  enabled &&
  occasion !== 'after the move' &&
  equipment_types.some((type) => type === equipment) &&
  (from === '' || from <= pickup) &&
  (to === '' || pickup <= to);

/**
 * The requirements that the form of a quote offers: those of the base tariff, those of the organization's own tariff with
 * their own names for people, and those that the quote has.
 */
export function requirementChoices(
  form: Pick<QuoteForm, 'equipment' | 'pickup' | 'requirements'>,
  accessorials: readonly Accessorial[] = [],
): { readonly value: string; readonly label: string }[] {
  const own = new Map(
    accessorials.filter((entry) => canRequest(entry, form)).map(({ name, title }) => [name, title]),
  );
  const names = new Set([...Object.keys(SPECIAL_REQUIREMENTS), ...own.keys(), ...form.requirements]);
  return [...names].map((value) => ({ value, label: own.get(value) ?? requirementName(value) }));
}
