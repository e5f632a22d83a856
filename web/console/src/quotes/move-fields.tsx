import { MultiSelect, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TARIFF_KEY } from '../accessorials/own-tariff.ts';
import type { Accessorial } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { FormNumber, FormPlace, FormText, useFormState } from '../form/form.tsx';
import { requirementName } from '../rates/special-requirements.ts';
import { type FreightForm, PRICE_CHOICES } from './quote-form.ts';

const MAX_STOPS = 5;

export function StopFields() {
  const stops = useFormState().value('stops') as FreightForm['stops'];
  return (
    <>
      {[...stops, ''].slice(0, MAX_STOPS).map((_, index) => (
        <FormPlace
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the list
          key={index}
          name={`stops[${index}]`}
          label={`Stop ${index + 1}`}
          description="Between origin and destination; an empty field is no stop"
          placeholder="Barstow, CA"
        />
      ))}
    </>
  );
}

interface Move {
  readonly equipment: string;
  /** YYYY-MM-DD */
  readonly pickup: string;
}

export function FreightFields(move: Move) {
  const { client } = useSession();
  const { value, error, set } = useFormState();
  const requirements = value('special_requirements') as FreightForm['special_requirements'];
  const tariff = useQuery({
    queryKey: TARIFF_KEY,
    queryFn: ({ signal }) => client.accessorials.list({}, { signal }),
  });
  const offered = (tariff.data?.accessorials ?? []).filter((entry) => canRequest(entry, move));
  // Also what the form has already, such as that of another equipment: the API states why it does not fit.
  const titles = new Map([
    ...requirements.map(({ name }) => [name, requirementName(name)] as const),
    ...offered.map(({ name, title }) => [name, title] as const),
  ]);
  return (
    <>
      <MultiSelect
        className="wide"
        label="Special requirements"
        description="Accessorials that fit the equipment"
        data={[...titles].map(([name, label]) => ({ value: name, label }))}
        value={requirements.map(({ name }) => name)}
        error={error('special_requirements')}
        onChange={(chosen) =>
          set(
            'special_requirements',
            chosen.map((name) => requirements.find((known) => known.name === name) ?? { name }),
          )
        }
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Remove all special requirements' }}
      />
      {requirements.map(({ name }, index) => (
        <FormNumber
          key={name}
          name={`special_requirements[${index}].quantity`}
          label={`Quantity of ${titles.get(name)}`}
          description="Days, hours or stops; empty for the usual ones."
        />
      ))}
      <FormNumber
        name="weight_lbs"
        label="Weight, lb"
        description="Without the container. Overweight is charged."
      />
      <FormText name="commodity" label="Commodity" description="Shown on the quote sheet. Optional." />
    </>
  );
}

/** Whether a quote with this equipment and day of pickup can request an entry. The API checks its terminals. */
const canRequest = (entry: Accessorial, { equipment, pickup }: Move): boolean =>
  entry.enabled &&
  entry.occasion !== 'after the move' &&
  entry.equipment_types.some((type) => type === equipment) &&
  entry.effective_from <= pickup &&
  (entry.effective_to === '' || pickup <= entry.effective_to);

interface PriceFieldsProps {
  /** What the price is if nobody sets it. Absent: the API asks for one. */
  readonly none?: string;
}

/** What a person sets of the price, if anything. */
export function PriceFields({ none }: PriceFieldsProps) {
  const { value, set } = useFormState();
  const price = value('price') as FreightForm['price'];
  const given = PRICE_CHOICES.find((choice) => price?.[choice.value] !== undefined);
  const [chosen, choose] = useState<(typeof PRICE_CHOICES)[number]>(given ?? PRICE_CHOICES[0]);
  return (
    <>
      <NativeSelect
        label="Price"
        data={PRICE_CHOICES.map(({ label }) => label)}
        value={chosen.label}
        onChange={({ currentTarget }) => {
          const next = PRICE_CHOICES.find(({ label }) => label === currentTarget.value) ?? chosen;
          choose(next);
          // The number before meant something else.
          set('price', none === undefined ? { [next.value]: '' } : undefined);
        }}
      />
      <FormNumber
        key={chosen.value}
        name={`price.${chosen.value}`}
        label={chosen.label}
        description={`${none === undefined ? '' : `Empty: ${none}. `}Fuel surcharge and accessorials stay as calculated.`}
        isKept={none === undefined}
      />
      {price === undefined ? null : (
        <FormText
          name="price.reason"
          label="Reason of the price"
          description="For your own records. Optional."
        />
      )}
    </>
  );
}
