import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { EQUIPMENT } from '../rates/equipment.ts';
import { PlaceField } from '../rates/place-field.tsx';
import formStyles from '../shell/form.module.css';
import { LinkButton } from '../shell/link-button.tsx';
import { Panel } from '../shell/panel.tsx';
import { AccessorialPrices } from '../strategy/accessorial-prices.tsx';
import { NumberField } from '../strategy/number-field.tsx';
import type { FieldErrors } from '../strategy/strategy-limits.ts';
import styles from './contracts.module.css';
import { FuelFields } from './fuel-fields.tsx';
import { MAX_CUSTOMER_LENGTH, MAX_ID_LENGTH, type RateDraft, rateErrors } from './rate-draft.ts';
import { RATE_TYPES, type RateType } from './rate-texts.ts';
import { TierFields } from './tier-fields.tsx';

interface RateFieldsProps {
  readonly draft: RateDraft;
  /** Messages of the API by field. */
  readonly apiErrors: FieldErrors;
  readonly isReadOnly?: boolean;
  readonly isPending: boolean;
  /** Text of the button that sends the form. */
  readonly action: string;
  /** Errors and results. */
  notice(retry: () => void): ReactNode;
  onChange(draft: RateDraft): void;
  onSend(): void;
}

const EQUIPMENT_CHOICES = Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label }));
const PLACE = 'Terminal, ZIP code, city and state, 3-digit ZIP, port code, state code, or * for anywhere';
const UNITS: Readonly<Record<RateType, { readonly prefix?: string; readonly suffix?: string }>> = {
  flat: { prefix: '$' },
  per_mile: { prefix: '$' },
  percent_of_market: { suffix: '%' },
};
const AMOUNT_TEXTS: Readonly<Record<RateType, string>> = {
  flat: 'USD a move',
  per_mile: 'USD a one-way mile',
  percent_of_market: 'Percent of the market linehaul without fuel',
};

/** All fields of a contract rate. */
export function RateFields({
  draft,
  apiErrors,
  isReadOnly = false,
  isPending,
  action,
  notice,
  onChange,
  onSend,
}: RateFieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const errors: FieldErrors = { ...apiErrors, ...(isChecked ? rateErrors(draft) : {}) };
  const change = (part: Partial<RateDraft>) => onChange({ ...draft, ...part });
  const send = () => {
    setChecked(true);
    if (Object.keys(rateErrors(draft)).length === 0) onSend();
    else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Contract rate">
      <fieldset disabled={isReadOnly} className={styles.panels}>
        <Panel title="Lane">
          <div className={formStyles.fields}>
            <TextInput
              label="Customer"
              description="Empty: for all customers"
              value={draft.customer}
              error={errors.customer}
              maxLength={MAX_CUSTOMER_LENGTH}
              onChange={(event) => change({ customer: event.currentTarget.value })}
              autoComplete="off"
            />
            <TextInput
              label="Your id"
              description="A rate with the same customer and id replaces it. Optional."
              value={draft.externalId}
              error={errors.external_id}
              maxLength={MAX_ID_LENGTH}
              onChange={(event) => change({ externalId: event.currentTarget.value })}
              autoComplete="off"
            />
            <PlaceField
              label="Origin"
              description={PLACE}
              placeholder="USSAV"
              value={draft.origin}
              error={errors.origin}
              onChange={(origin) => change({ origin })}
            />
            <PlaceField
              label="Destination"
              description={PLACE}
              placeholder="Atlanta, GA"
              value={draft.destination}
              error={errors.destination}
              onChange={(destination) => change({ destination })}
            />
            <NativeSelect
              label="Equipment"
              data={EQUIPMENT_CHOICES}
              value={draft.equipment}
              error={errors.equipment_type}
              onChange={(event) => change({ equipment: event.currentTarget.value })}
            />
          </div>
        </Panel>
        <Panel title="Price">
          <div className={formStyles.fields}>
            <NativeSelect
              label="Type"
              data={[...RATE_TYPES]}
              value={draft.rateType}
              onChange={(event) => change({ rateType: event.currentTarget.value as RateType })}
            />
            <NumberField
              label="Amount"
              description={AMOUNT_TEXTS[draft.rateType]}
              value={draft.amount}
              error={errors.amount}
              {...UNITS[draft.rateType]}
              onChange={(amount) => change({ amount })}
            />
            <NumberField
              label="Minimum"
              description="Least base rate in USD. Optional."
              value={draft.minimum}
              error={errors.minimum}
              prefix="$"
              onChange={(minimum) => change({ minimum })}
            />
            <FuelFields fuel={draft.fuel} errors={errors} onChange={(fuel) => change({ fuel })} />
          </div>
        </Panel>
        <Panel title="Pickup days">
          <div className={formStyles.fields}>
            <TextInput
              type="date"
              label="First day"
              value={draft.from}
              error={errors.effective_from}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="Last day"
              description="Empty: without an end"
              value={draft.to}
              error={errors.effective_to}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </div>
        </Panel>
        <Panel title="Volume tiers" note="Other amounts from a number of loads a week, of the same type.">
          <TierFields
            tiers={draft.tiers}
            errors={errors}
            unit={UNITS[draft.rateType]}
            onChange={(tiers) => change({ tiers })}
          />
        </Panel>
        <Panel
          title="Prices of accessorials"
          note="They replace the prices of the pricing strategy and of its rules."
        >
          <AccessorialPrices
            charges={draft.charges}
            errors={errors}
            onChange={(charges) => change({ charges })}
          />
        </Panel>
      </fieldset>
      {notice(send)}
      {isReadOnly ? null : (
        <div className={styles.foot}>
          <LinkButton to="/contract-rates" variant="default">
            Cancel
          </LinkButton>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </div>
      )}
    </form>
  );
}
