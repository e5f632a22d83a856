import { Button, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TARIFF_KEY } from '../accessorials/use-entry-change.ts';
import { useSession } from '../api/session.tsx';
import { PlaceField } from '../rates/place-field.tsx';
import formStyles from '../shell/form.module.css';
import type { QuoteForm } from './quote-form.ts';
import { requirementChoices } from './requirement-choices.ts';

const MAX_STOPS = 5;
const MAX_COMMODITY_LENGTH = 200;

interface StopFieldsProps extends Pick<QuoteForm, 'stops'> {
  onChange(stops: readonly string[]): void;
}

/** The stops of a move, of a quote or a lane of an RFP. */
export function StopFields({ stops, onChange }: StopFieldsProps) {
  return (
    <>
      {stops.map((stop, index) => (
        <PlaceField
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the list
          key={index}
          label={`Stop ${index + 1}`}
          description="Between origin and destination; an empty field is no stop"
          placeholder="Barstow, CA"
          value={stop}
          onChange={(text) => onChange(stops.with(index, text))}
        />
      ))}
      {stops.length === MAX_STOPS ? null : (
        <Button className={formStyles.wide ?? ''} variant="subtle" onClick={() => onChange([...stops, ''])}>
          Add a stop
        </Button>
      )}
    </>
  );
}

/** What is moved and charged besides the freight. */
export type FreightForm = Pick<QuoteForm, 'requirements' | 'quantities' | 'weight' | 'commodity'>;

interface FreightFieldsProps {
  readonly form: FreightForm & Pick<QuoteForm, 'equipment' | 'pickup'>;
  /** By field; a quantity has the field `quantity NAME`. */
  readonly errors: Readonly<Record<string, string | undefined>>;
  onChange(part: Partial<FreightForm>): void;
}

/** Accessorials with their quantities, weight and commodity. */
export function FreightFields({ form, errors, onChange }: FreightFieldsProps) {
  const { client } = useSession();
  // Without an answer, the form offers the accessorials of the base tariff.
  const tariff = useQuery({
    queryKey: TARIFF_KEY,
    queryFn: ({ signal }) => client.accessorials.list({}, { signal }),
  });
  const choices = requirementChoices(form, tariff.data?.accessorials);
  return (
    <>
      <MultiSelect
        className={formStyles.wide ?? ''}
        label="Special requirements"
        description="Accessorials that fit the equipment and the terminal"
        data={choices}
        value={[...form.requirements]}
        onChange={(requirements) => onChange({ requirements })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Remove all special requirements' }}
      />
      {form.requirements.map((name) => (
        <TextInput
          key={name}
          label={`Quantity of ${choices.find(({ value }) => value === name)?.label ?? name}`}
          description="Days, hours or stops; empty for the usual ones."
          inputMode="decimal"
          value={form.quantities[name] ?? ''}
          error={errors[`quantity ${name}`]}
          onChange={(event) =>
            onChange({ quantities: { ...form.quantities, [name]: event.currentTarget.value } })
          }
          autoComplete="off"
        />
      ))}
      <TextInput
        label="Weight, lb"
        description="Cargo without the container. Overweight is charged. Optional."
        inputMode="numeric"
        value={form.weight}
        error={errors.weight}
        onChange={(event) => onChange({ weight: event.currentTarget.value })}
        autoComplete="off"
      />
      <TextInput
        label="Commodity"
        description="What is moved. Shown on the quote sheet. Optional."
        value={form.commodity}
        maxLength={MAX_COMMODITY_LENGTH}
        onChange={(event) => onChange({ commodity: event.currentTarget.value })}
        autoComplete="off"
      />
    </>
  );
}
