import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type QuotePreview, QuotesApiError } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { addDays, today } from '../format/dates.ts';
import { dollars, percent } from '../format/numbers.ts';
import { EQUIPMENT } from '../rates/equipment.ts';
import { PlaceField } from '../rates/place-field.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { ErrorNotice } from '../shell/feedback.tsx';
import formStyles from '../shell/form.module.css';
import { Amounts, Panel } from '../shell/page.tsx';
import { FreightFields, StopFields } from './move-fields.tsx';
import styles from './quote-fields.module.css';
import {
  candidateText,
  type PriceSet,
  type PricingType,
  placeChange,
  type QuoteForm,
  quoteErrors,
  requestQuote,
} from './quote-form.ts';

const EQUIPMENT_CHOICES = Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label }));
const PRICING_CHOICES: readonly { readonly value: PricingType; readonly label: string }[] = [
  { value: 'auto', label: 'Contract rate if one matches, else the market' },
  { value: 'contract', label: 'Contract rate only' },
  { value: 'spot', label: 'Market' },
];
export const PRICE_CHOICES: readonly { readonly value: PriceSet; readonly label: string }[] = [
  { value: '', label: 'As calculated' },
  { value: 'total_rate', label: 'Total, USD' },
  { value: 'base_rate', label: 'Base rate, USD' },
  { value: 'margin_percent', label: 'Margin, percent' },
];
const MAX_REASON_LENGTH = 500;
const MAX_DAYS_AHEAD = 365;
/** The API counts characters. */
const MAX_CUSTOMER_LENGTH = 200;

interface QuoteFieldsProps {
  readonly initial: QuoteForm;
  /** Text of the button that sends the form. */
  readonly action: string;
  /** Path of the page to which a person returns without a quote. */
  readonly parent: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Shows the error. */
  notice(retry: () => void): ReactNode;
  onSend(form: QuoteForm): void;
}

/** The form of a quote, for a new one and for a revision. */
export function QuoteFields({ initial, action, parent, isPending, error, notice, onSend }: QuoteFieldsProps) {
  const { client } = useSession();
  const [form, setForm] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const preview = useMutation({ mutationFn: () => client.quotes.preview(requestQuote(form)) });
  const errors: Readonly<Record<string, string>> = isChecked ? quoteErrors(form) : {};
  const change = (part: Partial<QuoteForm>) => setForm({ ...form, ...part });
  const send = () => {
    setChecked(true);
    if (Object.keys(quoteErrors(form)).length === 0) onSend(form);
  };
  const showPrice = () => {
    setChecked(true);
    if (Object.keys(quoteErrors(form)).length === 0) preview.mutate();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const { field = '', candidates = [] } = error instanceof QuotesApiError ? error.details : {};
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate aria-label="Quote">
      <PlaceField
        label="Origin"
        description="City and state, ZIP code, port code or terminal name"
        placeholder="USLAX"
        value={form.origin}
        error={errors.origin}
        onChange={(origin) => change({ origin })}
      />
      <PlaceField
        label="Destination"
        description="City and state, ZIP code, port code or terminal name"
        placeholder="Phoenix, AZ 85003"
        value={form.destination}
        error={errors.destination}
        onChange={(destination) => change({ destination })}
      />
      <StopFields stops={form.stops} onChange={(stops) => change({ stops })} />
      <NativeSelect
        label="Equipment"
        data={EQUIPMENT_CHOICES}
        value={form.equipment}
        onChange={(event) => change({ equipment: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Pickup date"
        value={form.pickup}
        min={today()}
        max={addDays(today(), MAX_DAYS_AHEAD)}
        error={errors.pickup}
        onChange={(event) => change({ pickup: event.currentTarget.value })}
      />
      <FreightFields form={form} errors={errors} onChange={change} />
      <TextInput
        label="Customer"
        description="Contract rates and rules of this customer apply. Optional."
        value={form.customer}
        maxLength={MAX_CUSTOMER_LENGTH}
        onChange={(event) => change({ customer: event.currentTarget.value })}
        autoComplete="off"
      />
      <NativeSelect
        label="Price from"
        description="Where the base rate comes from"
        data={[...PRICING_CHOICES]}
        value={form.pricingType}
        onChange={(event) => change({ pricingType: event.currentTarget.value as PricingType })}
      />
      <TextInput
        label="Loads a week"
        description="Selects the volume tier of a contract rate. Optional."
        inputMode="decimal"
        value={form.weeklyVolume}
        error={errors.weeklyVolume}
        onChange={(event) => change({ weeklyVolume: event.currentTarget.value })}
        autoComplete="off"
      />
      <TextInput
        label="Customer reference"
        description="Your own reference. Optional."
        value={form.reference}
        onChange={(event) => change({ reference: event.currentTarget.value })}
        autoComplete="off"
      />
      <NativeSelect
        label="Price"
        description="What a person sets instead of the calculated price"
        data={[...PRICE_CHOICES]}
        value={form.priceSet}
        onChange={(event) => change({ priceSet: event.currentTarget.value as PriceSet })}
      />
      {form.priceSet === '' ? null : (
        <>
          <TextInput
            label={PRICE_CHOICES.find(({ value }) => value === form.priceSet)?.label}
            description="Fuel surcharge and accessorials stay as calculated."
            inputMode="decimal"
            value={form.price}
            error={errors.price}
            onChange={(event) => change({ price: event.currentTarget.value })}
            autoComplete="off"
          />
          <TextInput
            label="Reason of the price"
            description="For your own records. Optional."
            value={form.priceReason}
            maxLength={MAX_REASON_LENGTH}
            onChange={(event) => change({ priceReason: event.currentTarget.value })}
            autoComplete="off"
          />
        </>
      )}
      <div className={formStyles.wide} aria-live="polite">
        {preview.isError ? <ErrorNotice error={preview.error} onRetry={showPrice} /> : null}
        {preview.data === undefined || preview.isPending ? null : <PreviewedPrice preview={preview.data} />}
      </div>
      {error === null ? null : (
        <div className={formStyles.wide}>
          {notice(send)}
          {candidates.length === 0 ? null : (
            <p className={styles.candidates}>
              Use one of these places:
              {candidates.map((candidate) => (
                <Button
                  key={candidateText(candidate)}
                  size="compact-sm"
                  variant="light"
                  onClick={() => change(placeChange(form, field, candidateText(candidate)))}
                >
                  {candidateText(candidate)}
                </Button>
              ))}
            </p>
          )}
        </div>
      )}
      <div className={formStyles.foot}>
        <LinkButton to={parent} variant="default">
          Cancel
        </LinkButton>
        <Button variant="light" onClick={showPrice} loading={preview.isPending}>
          Show the price
        </Button>
        <Button type="submit" loading={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The price of the form at the time of the preview, with its margin and warnings. */
function PreviewedPrice({ preview }: { readonly preview: QuotePreview }) {
  const { pricing, margin, warnings, rate_source: source } = preview;
  const charges = pricing.accessorials.map(({ name, title, quantity, amount }) => ({
    key: name,
    name: <bdi>{quantity === 1 ? title : `${title}, ${quantity}`}</bdi>,
    amount: dollars(amount),
  }));
  return (
    <Panel title="Price before the quote" note="Nothing is stored or sent.">
      <Amounts
        rows={[
          { key: 'base', name: 'Base rate', amount: dollars(pricing.base_rate) },
          { key: 'fuel', name: 'Fuel surcharge', amount: dollars(pricing.fuel_surcharge) },
          ...charges,
        ]}
        total={{ name: 'Total', amount: dollars(pricing.total_rate) }}
      />
      <p>
        Margin {dollars(margin.amount)} ({percent(margin.percent / 100)}).
        {source.strategy_total === undefined
          ? ''
          : ` The calculated total is ${dollars(source.strategy_total)}.`}
      </p>
      {warnings.length === 0 ? null : (
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>
              <bdi>{warning}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
