import { Button, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TARIFF_KEY } from '../accessorials/use-entry-change.ts';
import type { Accessorial } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { FormPlace, FormText, useFormState } from '../form/form.tsx';
import { requirementName, SPECIAL_REQUIREMENTS } from '../rates/special-requirements.ts';
import type { QuoteForm } from './quote-form.ts';

const MAX_STOPS = 5;
const MAX_COMMODITY_LENGTH = 200;

export function StopFields() {
  const { value, set } = useFormState();
  const stops = value('stops') as QuoteForm['stops'];
  return (
    <>
      {stops.map((_, index) => (
        <FormPlace
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the list
          key={index}
          name={`stops[${index}]`}
          label={`Stop ${index + 1}`}
          description="Between origin and destination; an empty field is no stop"
          placeholder="Barstow, CA"
        />
      ))}
      {stops.length === MAX_STOPS ? null : (
        <Button className="wide" variant="subtle" onClick={() => set('stops', [...stops, ''])}>
          Add a stop
        </Button>
      )}
    </>
  );
}

export function FreightFields({ equipment, pickup }: Pick<QuoteForm, 'equipment' | 'pickup'>) {
  const { client } = useSession();
  const { value, set } = useFormState();
  const requirements = value('requirements') as QuoteForm['requirements'];
  // Without an answer, the form offers the accessorials of the base tariff.
  const tariff = useQuery({
    queryKey: TARIFF_KEY,
    queryFn: ({ signal }) => client.accessorials.list({}, { signal }),
  });
  const choices = requirementChoices({ equipment, pickup, requirements }, tariff.data?.accessorials);
  return (
    <>
      <MultiSelect
        className="wide"
        label="Special requirements"
        description="Accessorials that fit the equipment and the terminal"
        data={choices}
        value={[...requirements]}
        onChange={(chosen) => set('requirements', chosen)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Remove all special requirements' }}
      />
      {requirements.map((name) => (
        <FormText
          key={name}
          name={`quantities.${name}`}
          label={`Quantity of ${choices.find((choice) => choice.value === name)?.label ?? name}`}
          description="Days, hours or stops; empty for the usual ones."
          inputMode="decimal"
        />
      ))}
      <FormText
        name="weight"
        label="Weight, lb"
        description="Cargo without the container. Overweight is charged. Optional."
        inputMode="numeric"
      />
      <FormText
        name="commodity"
        label="Commodity"
        description="What is moved. Shown on the quote sheet. Optional."
        maxLength={MAX_COMMODITY_LENGTH}
      />
    </>
  );
}

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
function requirementChoices(
  form: Pick<QuoteForm, 'equipment' | 'pickup' | 'requirements'>,
  accessorials: readonly Accessorial[] = [],
): { readonly value: string; readonly label: string }[] {
  const own = new Map(
    accessorials.filter((entry) => canRequest(entry, form)).map(({ name, title }) => [name, title]),
  );
  const names = new Set([...Object.keys(SPECIAL_REQUIREMENTS), ...own.keys(), ...form.requirements]);
  return [...names].map((value) => ({ value, label: own.get(value) ?? requirementName(value) }));
}
