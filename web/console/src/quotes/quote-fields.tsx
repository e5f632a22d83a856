import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type QuotePreview, QuotesApiError } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Fields, FormPlace, FormSelect, FormText } from '../form/form.tsx';
import { addDays, today } from '../format/dates.ts';
import { dollars, percent } from '../format/numbers.ts';
import { EQUIPMENT_CHOICES } from '../rates/equipment.ts';
import { LinkButton } from '../shell/buttons.tsx';
import { SendForm } from '../shell/dialog.tsx';
import { ErrorNotice, TextList } from '../shell/feedback.tsx';
import { Amounts, Panel } from '../shell/page.tsx';
import { FreightFields, StopFields } from './move-fields.tsx';
import {
  candidateText,
  type PriceSet,
  type PricingType,
  placeChange,
  type QuoteForm,
  quoteErrors,
  requestQuote,
} from './quote-form.ts';

const PRICING_CHOICES: { value: PricingType; label: string }[] = [
  { value: 'auto', label: 'Contract rate if one matches, else the market' },
  { value: 'contract', label: 'Contract rate only' },
  { value: 'spot', label: 'Market' },
];
export const PRICE_CHOICES: { value: PriceSet; label: string }[] = [
  { value: '', label: 'As calculated' },
  { value: 'total_rate', label: 'Total, USD' },
  { value: 'base_rate', label: 'Base rate, USD' },
  { value: 'margin_percent', label: 'Margin, percent' },
];
const PLACE = 'City and state, ZIP code, port code or terminal name';
const MAX_REASON_LENGTH = 500;
const MAX_DAYS_AHEAD = 365;
const MAX_CUSTOMER_LENGTH = 200;

interface QuoteFieldsProps {
  readonly initial: QuoteForm;
  readonly action: string;
  readonly parent: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  notice(retry: () => void): ReactNode;
  onSend(form: QuoteForm): void;
}

export function QuoteFields({ initial, action, parent, isPending, error, notice, onSend }: QuoteFieldsProps) {
  const { client } = useSession();
  const [form, setForm] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const preview = useMutation({ mutationFn: () => client.quotes.preview(requestQuote(form)) });
  const errors = isChecked ? quoteErrors(form) : {};
  const change = (part: Partial<QuoteForm>) => setForm({ ...form, ...part });
  const send = () => {
    setChecked(true);
    if (Object.keys(quoteErrors(form)).length === 0) onSend(form);
  };
  const showPrice = () => {
    setChecked(true);
    if (Object.keys(quoteErrors(form)).length === 0) preview.mutate();
  };
  const { field = '', candidates = [] } = error instanceof QuotesApiError ? error.details : {};
  return (
    <SendForm className="fields card" label="Quote" onSend={send}>
      <Fields values={form} errors={errors} onChange={change}>
        <FormPlace name="origin" label="Origin" description={PLACE} placeholder="USLAX" />
        <FormPlace
          name="destination"
          label="Destination"
          description={PLACE}
          placeholder="Phoenix, AZ 85003"
        />
        <StopFields />
        <FormSelect name="equipment" label="Equipment" data={EQUIPMENT_CHOICES} />
        <FormText
          name="pickup"
          type="date"
          label="Pickup date"
          min={today()}
          max={addDays(today(), MAX_DAYS_AHEAD)}
        />
        <FreightFields equipment={form.equipment} pickup={form.pickup} />
        <FormText
          name="customer"
          label="Customer"
          description="Contract rates and rules of this customer apply. Optional."
          maxLength={MAX_CUSTOMER_LENGTH}
        />
        <FormSelect
          name="pricingType"
          label="Price from"
          description="Where the base rate comes from"
          data={PRICING_CHOICES}
        />
        <FormText
          name="weeklyVolume"
          label="Loads a week"
          description="Selects the volume tier of a contract rate. Optional."
          inputMode="decimal"
        />
        <FormText name="reference" label="Customer reference" description="Your own reference. Optional." />
        <FormSelect
          name="priceSet"
          label="Price"
          description="What a person sets instead of the calculated price"
          data={PRICE_CHOICES}
        />
        {form.priceSet === '' ? null : (
          <>
            <FormText
              name="price"
              label={PRICE_CHOICES.find(({ value }) => value === form.priceSet)?.label}
              description="Fuel surcharge and accessorials stay as calculated."
              inputMode="decimal"
            />
            <FormText
              name="priceReason"
              label="Reason of the price"
              description="For your own records. Optional."
              maxLength={MAX_REASON_LENGTH}
            />
          </>
        )}
      </Fields>
      <div className="wide" aria-live="polite">
        <ErrorNotice error={preview.error} onRetry={showPrice} />
        {preview.data === undefined || preview.isPending ? null : <PreviewedPrice preview={preview.data} />}
      </div>
      {error === null ? null : (
        <div className="wide">
          {notice(send)}
          {candidates.length === 0 ? null : (
            <p className="choices">
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
      <div className="foot">
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
    </SendForm>
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
      <TextList texts={warnings} />
    </Panel>
  );
}
