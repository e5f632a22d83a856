import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type QuotePreview, QuotesApiError } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Form, FormNumber, FormPlace, FormSelect, FormText, useFormState } from '../form/form.tsx';
import { FormCustomer } from '../form/form-customer.tsx';
import { addDays, today } from '../format/dates.ts';
import { dollars } from '../format/numbers.ts';
import { EQUIPMENT_CHOICES } from '../rates/equipment.ts';
import { MarginPercent } from '../rates/rate-figures.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { ErrorNotice } from '../shell/feedback.tsx';
import { Amounts, Panel } from '../shell/page.tsx';
import { FreightFields, PriceFields, StopFields } from './move-fields.tsx';
import { chargeAmounts, PriceWarnings } from './price-parts.tsx';
import { candidateText, type QuoteForm, requestQuote, withoutEmptyStops } from './quote-form.ts';

const PRICING_CHOICES = [
  { value: '', label: 'Contract rate, else the market' },
  { value: 'contract', label: 'Contract rate only' },
  { value: 'spot', label: 'Market' },
];
const PLACE = 'City and state, ZIP code, port code or terminal name';
const MAX_DAYS_AHEAD = 365;

interface QuoteFieldsProps {
  readonly initial: QuoteForm;
  /** Whether the price is shown at once. */
  readonly isPriced?: boolean;
  readonly action: string;
  readonly parent: string;
  send(form: QuoteForm): Promise<unknown>;
}

export function QuoteFields(props: QuoteFieldsProps) {
  const { initial, isPriced = false, action, parent } = props;
  const { client } = useSession();
  const [form, setForm] = useState(initial);
  const [shown, setShown] = useState<'preview' | 'sent'>('sent');
  const preview = useMutation({
    mutationFn: (previewed: QuoteForm) => client.quotes.preview(requestQuote(previewed)),
  });
  const sending = useMutation({ mutationFn: (next: QuoteForm) => props.send(next) });
  const showPrice = () => {
    const next = withoutEmptyStops(form);
    setForm(next);
    setShown('preview');
    preview.mutate(next);
  };
  const send = () => {
    const next = withoutEmptyStops(form);
    setForm(next);
    setShown('sent');
    sending.mutate(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the form is opened
  useEffect(() => {
    if (isPriced) showPrice();
  }, []);
  const failed = (shown === 'preview' ? preview : sending).error;
  const { field = '', candidates = [] } = failed instanceof QuotesApiError ? failed.details : {};
  return (
    <Form className="beside" label="Quote" body={form} error={failed} onChange={setForm} onSend={send}>
      <div className="fields card">
        <FormPlace name="origin" label="Origin" description={PLACE} placeholder="USLAX" />
        <FormPlace
          name="destination"
          label="Destination"
          description={PLACE}
          placeholder="Phoenix, AZ 85003"
        />
        <StopFields />
        <FormSelect name="equipment_type" label="Equipment" data={EQUIPMENT_CHOICES} />
        <FormText
          name="pickup_date"
          type="date"
          label="Pickup date"
          min={today()}
          max={addDays(today(), MAX_DAYS_AHEAD)}
        />
        <FreightFields equipment={form.equipment_type} pickup={form.pickup_date} />
        <FormCustomer description="Contract rates and rules of this customer apply. Optional." />
        <FormSelect
          name="pricing_type"
          label="Price from"
          description="Where the base rate comes from"
          data={PRICING_CHOICES}
        />
        <FormNumber
          name="weekly_volume"
          label="Loads a week"
          description="Selects the volume tier of a contract rate. Optional."
        />
        <FormText
          name="customer_reference"
          label="Customer reference"
          description="Your own reference. Optional."
        />
        <PriceFields none="as calculated" />
        {failed === null ? null : (
          <div className="wide">
            <ErrorNotice error={failed} onRetry={shown === 'preview' ? showPrice : send} />
            {candidates.length === 0 ? null : (
              <PlaceChoices field={field} places={candidates.map(candidateText)} />
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
          <Button type="submit" loading={sending.isPending}>
            {action}
          </Button>
        </div>
      </div>
      <div aria-live="polite">
        {preview.data === undefined || preview.isPending ? null : (
          <PreviewedPrice preview={preview.data} isCurrent={preview.variables === form} />
        )}
      </div>
    </Form>
  );
}

interface PlaceChoicesProps {
  readonly field: string;
  readonly places: readonly string[];
}

/** A place that is chosen removes the message at its field, as typing does. */
function PlaceChoices({ field, places }: PlaceChoicesProps) {
  const { set } = useFormState();
  return (
    <p className="choices">
      Use one of these places:
      {places.map((place) => (
        <Button key={place} size="compact-sm" variant="light" onClick={() => set(field, place)}>
          {place}
        </Button>
      ))}
    </p>
  );
}

interface PreviewedPriceProps {
  readonly preview: QuotePreview;
  /** Whether the form is still the one that was priced. */
  readonly isCurrent: boolean;
}

/** The price of the form at the time of the preview, with its margin and warnings. */
function PreviewedPrice({ preview, isCurrent }: PreviewedPriceProps) {
  const { pricing, margin, warnings, rate_source: source } = preview;
  return (
    <Panel
      title="Price before the quote"
      note={isCurrent ? 'Nothing is stored or sent.' : 'The form has changed since: show the price again.'}
    >
      <Amounts
        rows={[
          { name: 'Base rate', amount: dollars(pricing.base_rate) },
          { name: 'Fuel surcharge', amount: dollars(pricing.fuel_surcharge) },
          ...chargeAmounts(pricing),
        ]}
        total={{ name: 'Total', amount: dollars(pricing.total_rate) }}
      />
      <p>
        Margin {dollars(margin.amount)} (<MarginPercent value={margin.percent} />
        ).
        {source.strategy_total === undefined
          ? ''
          : ` The calculated total is ${dollars(source.strategy_total)}.`}
      </p>
      <PriceWarnings margin={margin} warnings={warnings} />
    </Panel>
  );
}
