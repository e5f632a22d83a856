import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ContractRate, NewContractRate } from '../api/client.ts';
import { Form, FormLines, FormNumber, FormPlace, FormSelect, FormText, useFormState } from '../form/form.tsx';
import { FormCustomer } from '../form/form-customer.tsx';
import { FormCharges, FormRows } from '../form/form-rows.tsx';
import { EQUIPMENT_CHOICES } from '../rates/equipment.ts';
import { LinkButton } from '../shell/buttons.tsx';
import { Panel } from '../shell/page.tsx';
import { type FuelRows, fuelRows, fuelRowsFault, fuelRowsText, REGION_CHOICES } from './fuel-rows.ts';

export const bodyOf = (rate: ContractRate): NewContractRate => ({
  origin: rate.origin,
  destination: rate.destination,
  equipment_type: rate.equipment_type,
  rate_type: rate.rate_type,
  amount: rate.amount,
  fuel: rate.fuel,
  effective_from: rate.effective_from,
  ...(rate.customer !== '' && { customer: rate.customer }),
  ...(rate.external_id !== '' && { external_id: rate.external_id }),
  ...(rate.minimum !== null && { minimum: rate.minimum }),
  ...(rate.effective_to !== null && { effective_to: rate.effective_to }),
  ...(rate.tiers.length > 0 && { tiers: rate.tiers }),
  ...(Object.keys(rate.accessorial_overrides).length > 0 && {
    accessorial_overrides: rate.accessorial_overrides,
  }),
});

const RATE_TYPES = [
  { value: 'flat', label: 'Flat' },
  { value: 'per_mile', label: 'Per mile' },
  { value: 'percent_of_market', label: 'Percent of the market' },
];
const AMOUNT_TEXTS: Readonly<Record<ContractRate['rate_type'], string>> = {
  flat: 'USD a move',
  per_mile: 'USD a one-way mile',
  percent_of_market: 'Percent of the market linehaul without fuel',
};
const PLACE = 'Terminal, ZIP code, city and state, 3-digit ZIP, port code, state code, or * for anywhere';

interface RateFormProps {
  readonly body: NewContractRate;
  readonly error: unknown;
  nameOf?(field: string): string;
  readonly isReadOnly?: boolean;
  readonly isPending: boolean;
  readonly action: string;
  readonly notice: ReactNode;
  onChange(body: NewContractRate): void;
  onSend(): void;
}

export function RateForm({ isReadOnly = false, isPending, action, notice, ...form }: RateFormProps) {
  const { rate_type: type } = form.body;
  const unit = type === 'percent_of_market' ? { suffix: '%' } : { prefix: '$' };
  return (
    <Form label="Contract rate" {...form}>
      <fieldset disabled={isReadOnly} className="form-panels">
        <Panel title="Lane">
          <div className="fields">
            <FormCustomer description="Empty: for all customers" />
            <FormText
              name="external_id"
              label="Your id"
              description="A rate with the same customer and id replaces it. Optional."
            />
            <FormPlace name="origin" label="Origin" description={PLACE} placeholder="USSAV" />
            <FormPlace name="destination" label="Destination" description={PLACE} placeholder="Atlanta, GA" />
            <FormSelect name="equipment_type" label="Equipment" data={EQUIPMENT_CHOICES} />
          </div>
        </Panel>
        <Panel title="Price">
          <div className="fields">
            <FormSelect name="rate_type" label="Type" data={RATE_TYPES} />
            <FormNumber name="amount" label="Amount" description={AMOUNT_TEXTS[type]} isKept {...unit} />
            <FormNumber
              name="minimum"
              label="Minimum"
              description="Least base rate in USD. Optional."
              prefix="$"
            />
            <FuelFields fuel={form.body.fuel} />
          </div>
        </Panel>
        <Panel title="Pickup days">
          <div className="fields">
            <FormText name="effective_from" type="date" label="First day" />
            <FormText name="effective_to" type="date" label="Last day" description="Empty: without an end" />
          </div>
        </Panel>
        <Panel title="Volume tiers" note="Other amounts from a number of loads a week, of the same type.">
          <FormRows
            name="tiers"
            noun="tier"
            max={20}
            columns={[
              { name: 'from_volume', title: 'From loads a week', label: 'Loads a week' },
              { name: 'amount', title: 'Amount', label: 'Amount', ...unit },
            ]}
          />
        </Panel>
        <Panel
          title="Prices of accessorials"
          note="They replace the prices of the pricing strategy and of its rules."
        >
          <FormCharges name="accessorial_overrides" />
        </Panel>
      </fieldset>
      {notice}
      {isReadOnly ? null : (
        <div className="foot">
          <LinkButton to="/contract-rates" variant="default">
            Cancel
          </LinkButton>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </div>
      )}
    </Form>
  );
}

type Fuel = NewContractRate['fuel'];

/** How the form asks for fuel: the methods of the API, with two forms of a surcharge per mile. */
const FUEL_KINDS = [
  { value: 'included', label: 'Included in the amount' },
  { value: 'market', label: 'Fuel of the market' },
  { value: 'peg', label: 'Per mile, above a peg' },
  { value: 'per_mile', label: 'Per mile, fixed' },
  { value: 'percent', label: 'Percent of the base rate' },
  { value: 'table', label: 'Table by the diesel price' },
];
const EMPTY_FUEL: Readonly<Record<string, unknown>> = {
  included: 'included',
  market: 'market',
  peg: { method: 'per_mile', peg: '', miles_per_gallon: '', miles: 'one_way' },
  per_mile: { method: 'per_mile', value: '', miles: 'one_way' },
  percent: { method: 'percent', value: '' },
  table: { method: 'table', rows: [] },
};
const fuelKind = (fuel: Fuel): string =>
  typeof fuel === 'string' ? fuel : fuel.method === 'per_mile' && 'peg' in fuel ? 'peg' : fuel.method;

const MILES = [
  { value: 'one_way', label: 'One way' },
  { value: 'round_trip', label: 'Round trip' },
];

function FuelFields({ fuel }: { readonly fuel: Fuel }) {
  const { found, error, set } = useFormState();
  const [field = '', message] = found('fuel.rows') ?? [];
  const row = /^fuel\.rows\[(\d+)\]/.exec(field)?.[1];
  const kind = fuelKind(fuel);
  const rows = typeof fuel === 'object' ? (fuel.rows as FuelRows | string | undefined) : undefined;
  const isPerMile =
    kind === 'peg' ||
    kind === 'per_mile' ||
    (typeof rows === 'object' && rows.some(({ per_mile }) => per_mile !== undefined));
  return (
    <>
      <NativeSelect
        label="Fuel"
        data={FUEL_KINDS}
        value={kind}
        error={kind === 'included' || kind === 'market' ? error('fuel') : undefined}
        onChange={({ currentTarget: { value } }) => {
          const region = typeof fuel === 'object' && (value === 'peg' || value === 'table') && fuel.region;
          const next = EMPTY_FUEL[value];
          set('fuel', region && typeof next === 'object' ? { ...next, region } : next);
        }}
      />
      {kind === 'per_mile' ? (
        <FormNumber name="fuel.value" label="Surcharge a mile" description="USD" prefix="$" isKept />
      ) : null}
      {kind === 'percent' ? (
        <FormNumber
          name="fuel.value"
          label="Surcharge in percent"
          description="Of the base rate, after tier and minimum"
          suffix="%"
          isKept
        />
      ) : null}
      {kind === 'peg' ? (
        <>
          <FormNumber
            name="fuel.peg"
            label="Peg"
            description="Diesel price in USD a gallon up to which the amount includes fuel"
            prefix="$"
            isKept
          />
          <FormNumber
            name="fuel.miles_per_gallon"
            label="Miles per gallon"
            description="The surcharge a mile is the diesel price above the peg, divided by the miles per gallon"
            isKept
          />
        </>
      ) : null}
      {kind === 'peg' || kind === 'table' ? (
        <FormSelect
          name="fuel.region"
          label="Diesel price"
          description="In the week of the pickup, as the EIA publishes it"
          data={REGION_CHOICES}
        />
      ) : null}
      {isPerMile ? <FormSelect name="fuel.miles" label="Miles of the surcharge" data={MILES} /> : null}
      {kind === 'table' ? (
        <FormLines
          name="fuel.rows"
          className="wide"
          label="Rows of the table"
          description="A diesel price in USD a gallon with its surcharge in each line: 3.00-3.05=0.40/mi or 3.00-3.05=18%. The last row, such as 3.05+=0.41/mi, also applies to all higher prices; below the first row there is no surcharge."
          error={
            (typeof rows === 'string' ? fuelRowsFault(rows) : undefined) ??
            (row === undefined ? message : `Row ${Number(row) + 1}: ${message}`)
          }
          rows={6}
          read={fuelRows}
          write={fuelRowsText}
        />
      ) : null}
    </>
  );
}
