import { NativeSelect, Textarea } from '@mantine/core';
import formStyles from '../shell/form.module.css';
import { NumberField } from '../strategy/number-field.tsx';
import type { FieldErrors } from '../strategy/strategy-limits.ts';
import {
  FUEL_KINDS,
  FUEL_REGIONS,
  type FuelDraft,
  type FuelKind,
  rowsMessage,
  usesDiesel,
  usesMiles,
} from './fuel-draft.ts';

interface FuelFieldsProps {
  readonly fuel: FuelDraft;
  readonly errors: FieldErrors;
  onChange(fuel: FuelDraft): void;
}

const MILES = [
  { value: 'one_way', label: 'One way' },
  { value: 'round_trip', label: 'Round trip' },
];

/** The fuel of a rate, with the fields of its kind. */
export function FuelFields({ fuel, errors, onChange }: FuelFieldsProps) {
  const change = (part: Partial<FuelDraft>) => onChange({ ...fuel, ...part });
  return (
    <>
      <NativeSelect
        label="Fuel"
        data={[...FUEL_KINDS]}
        value={fuel.kind}
        error={errors.fuel}
        onChange={(event) => change({ kind: event.currentTarget.value as FuelKind })}
      />
      {fuel.kind === 'per_mile' ? (
        <NumberField
          label="Surcharge a mile"
          description="USD"
          value={fuel.value}
          error={errors['fuel.value']}
          prefix="$"
          onChange={(value) => change({ value })}
        />
      ) : null}
      {fuel.kind === 'percent' ? (
        <NumberField
          label="Surcharge in percent"
          description="Of the base rate, after tier and minimum"
          value={fuel.value}
          error={errors['fuel.value']}
          suffix="%"
          onChange={(value) => change({ value })}
        />
      ) : null}
      {fuel.kind === 'peg' ? (
        <>
          <NumberField
            label="Peg"
            description="Diesel price in USD a gallon up to which the amount includes fuel"
            value={fuel.peg}
            error={errors['fuel.peg']}
            prefix="$"
            onChange={(peg) => change({ peg })}
          />
          <NumberField
            label="Miles per gallon"
            description="The surcharge a mile is the diesel price above the peg, divided by the miles per gallon"
            value={fuel.milesPerGallon}
            error={errors['fuel.miles_per_gallon']}
            onChange={(milesPerGallon) => change({ milesPerGallon })}
          />
        </>
      ) : null}
      {usesDiesel(fuel) ? (
        <NativeSelect
          label="Diesel price"
          description="In the week of the pickup, as the EIA publishes it"
          data={[...FUEL_REGIONS]}
          value={fuel.region}
          error={errors['fuel.region']}
          onChange={(event) => change({ region: event.currentTarget.value })}
        />
      ) : null}
      {usesMiles(fuel) ? (
        <NativeSelect
          label="Miles of the surcharge"
          data={MILES}
          value={fuel.miles}
          error={errors['fuel.miles']}
          onChange={(event) => change({ miles: event.currentTarget.value as FuelDraft['miles'] })}
        />
      ) : null}
      {fuel.kind === 'table' ? (
        <Textarea
          className={formStyles.wide ?? ''}
          label="Rows of the table"
          description="A diesel price in USD a gallon with its surcharge in each line: 3.00-3.05=0.40/mi or 3.00-3.05=18%. The last row, such as 3.05+=0.41/mi, also applies to all higher prices; below the first row there is no surcharge."
          value={fuel.rows}
          error={rowsMessage(errors)}
          rows={6}
          onChange={(event) => change({ rows: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
