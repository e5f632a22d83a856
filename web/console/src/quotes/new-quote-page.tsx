import { Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CreateQuoteBody, QuotesApiError } from '../api/client.ts';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { Blocked } from '../feedback/blocked.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { addDays, today } from '../format/dates.ts';
import { EQUIPMENT } from '../rates/equipment.ts';
import { PlaceField } from '../rates/place-field.tsx';
import formStyles from '../shell/form.module.css';
import { LinkButton } from '../shell/link-button.tsx';
import { Page } from '../shell/page.tsx';
import styles from './new-quote-page.module.css';
import { candidateText, type QuoteForm, quoteErrors, requestQuote } from './quote-form.ts';
import { SPECIAL_REQUIREMENTS } from './special-requirements.ts';

const EQUIPMENT_CHOICES = Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label }));
const REQUIREMENT_CHOICES = Object.entries(SPECIAL_REQUIREMENTS).map(([value, label]) => ({ value, label }));
const MAX_DAYS_AHEAD = 365;

/** Makes a quote. */
export default function NewQuotePage() {
  const { client, organization } = useSession();
  const { canQuote, blocked, readOnly } = permissionsOf(organization);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [form, setForm] = useState<QuoteForm>({
    origin: '',
    destination: '',
    equipment: 'container_40',
    pickup: addDays(today(), 1),
    requirements: [],
    reference: '',
  });
  const [isChecked, setChecked] = useState(false);
  const creation = useMutation({
    mutationFn: (body: CreateQuoteBody) => client.quotes.create(body, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ quote_id }) => {
      void queries.invalidateQueries({ queryKey: ['quotes', 'list'] });
      void navigate(`/quotes/${encodeURIComponent(quote_id)}`);
    },
  });
  const errors = isChecked ? quoteErrors(form) : {};
  const change = (part: Partial<QuoteForm>) => setForm({ ...form, ...part });
  const send = () => {
    setChecked(true);
    if (Object.keys(quoteErrors(form)).length === 0) creation.mutate(requestQuote(form));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const { field = '', candidates = [] } =
    creation.error instanceof QuotesApiError ? creation.error.details : {};
  return (
    <Page
      title="New quote"
      parent={{ path: '/quotes', title: 'Quotes' }}
      lead="The market rate, the margin of your pricing strategy and the accessorials make the price."
    >
      <Blocked reason={blocked ?? readOnly} />
      {canQuote ? (
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
          <MultiSelect
            className={formStyles.wide ?? ''}
            label="Special requirements"
            description="Accessorials that fit the equipment and the terminal"
            data={REQUIREMENT_CHOICES}
            value={[...form.requirements]}
            onChange={(requirements) => change({ requirements })}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Remove all special requirements' }}
          />
          <TextInput
            className={formStyles.wide ?? ''}
            label="Customer reference"
            description="Your own reference. Optional."
            value={form.reference}
            onChange={(event) => change({ reference: event.currentTarget.value })}
            autoComplete="off"
          />
          {creation.isError ? (
            <div className={formStyles.wide}>
              <ErrorNotice error={creation.error} onRetry={send} />
              {candidates.length === 0 ? null : (
                <p className={styles.candidates}>
                  Use one of these places:
                  {candidates.map((candidate) => (
                    <Button
                      key={candidateText(candidate)}
                      size="compact-sm"
                      variant="light"
                      onClick={() => change({ [field]: candidateText(candidate) })}
                    >
                      {candidateText(candidate)}
                    </Button>
                  ))}
                </p>
              )}
            </div>
          ) : null}
          <div className={formStyles.foot}>
            <LinkButton to="/quotes" variant="default">
              Cancel
            </LinkButton>
            <Button type="submit" loading={creation.isPending}>
              Make the quote
            </Button>
          </div>
        </form>
      ) : null}
    </Page>
  );
}
