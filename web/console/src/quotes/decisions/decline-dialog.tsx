import { useState } from 'react';
import type { DeclineQuoteBody } from '../../api/client.ts';
import { fieldMessages } from '../../api/field-messages.ts';
import { Fields, FormArea, FormSelect, FormText } from '../../form/form.tsx';
import { numberError, numberIn } from '../../format/numbers.ts';
import { FormDialog } from '../../shell/dialog.tsx';

/** The limits of the API: USD, and characters. */
const PRICE = { min: 0.01, max: 1_000_000, decimals: 2 };
const MAX_NOTE_LENGTH = 1_000;

const DECLINE_REASONS: readonly {
  readonly value: DeclineQuoteBody['reason'];
  readonly label: string;
}[] = [
  { value: 'price', label: 'Price' },
  { value: 'service', label: 'Service' },
  { value: 'capacity', label: 'Capacity' },
  { value: 'timing', label: 'Timing' },
  { value: 'cancelled', label: 'The move was cancelled' },
  { value: 'no_response', label: 'No response' },
  { value: 'other', label: 'Other' },
];

interface DeclineForm {
  readonly reason: DeclineQuoteBody['reason'] | '';
  readonly competitor_price: string;
  readonly note: string;
}

type DeclineErrors = Readonly<Partial<Record<'reason' | 'competitor_price' | 'note', string>>>;

/** What is wrong, by the field of the API; {} if the API accepts the decline. */
function declineErrors({ reason, competitor_price: price }: DeclineForm): DeclineErrors {
  const priceError = price.trim() === '' ? undefined : numberError(price, PRICE);
  return {
    ...(reason === '' ? { reason: 'Choose a reason.' } : {}),
    ...(priceError === undefined ? {} : { competitor_price: priceError }),
  };
}

const requestDecline = ({ reason, competitor_price: price, note }: DeclineForm): DeclineQuoteBody => ({
  reason: reason === '' ? 'other' : reason,
  ...(price.trim() === '' ? {} : { competitor_price: numberIn(price) }),
  ...(note.trim() === '' ? {} : { note: note.trim() }),
});

interface DeclineDialogProps {
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  onClose(): void;
  onDecline(decline: DeclineQuoteBody): void;
}

const FIELDS = ['reason', 'competitor_price', 'note'];

export function DeclineDialog({ isOpen, isPending, error, onClose, onDecline }: DeclineDialogProps) {
  const [form, setForm] = useState<DeclineForm>({ reason: '', competitor_price: '', note: '' });
  const [isChecked, setChecked] = useState(false);
  const ofApi = fieldMessages(error);
  const errors: DeclineErrors = { ...ofApi, ...(isChecked ? declineErrors(form) : {}) };
  const isAtFields = Object.keys(ofApi).some((field) => FIELDS.includes(field));
  const change = (part: Partial<DeclineForm>) => setForm({ ...form, ...part });
  const send = () => {
    setChecked(true);
    if (Object.keys(declineErrors(form)).length === 0) onDecline(requestDecline(form));
  };
  return (
    <FormDialog
      opened={isOpen}
      title="Decline this quote?"
      label="Decline"
      action="Decline the quote"
      isPending={isPending}
      error={isAtFields ? null : error}
      onClose={onClose}
      onSend={send}
    >
      <p>
        The customer declined the price. You can revise the quote afterwards, and webhooks receive{' '}
        <code>quote.updated</code>.
      </p>
      <Fields values={form} errors={errors} onChange={change}>
        <FormSelect
          name="reason"
          label="Reason"
          data={[{ value: '', label: 'Choose a reason' }, ...DECLINE_REASONS]}
          data-autofocus
        />
        <FormText
          name="competitor_price"
          label="Price of the competitor"
          description="USD. Optional."
          inputMode="decimal"
          leftSection={<span aria-hidden="true">$</span>}
        />
        <FormArea name="note" label="Note" description="Optional." maxLength={MAX_NOTE_LENGTH} rows={3} />
      </Fields>
    </FormDialog>
  );
}
