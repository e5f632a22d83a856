import { useState } from 'react';
import type { DeclineQuoteBody } from '../../api/client.ts';
import { fieldMessages } from '../../api/field-messages.ts';
import { Fields, FormArea, FormSelect, FormText } from '../../form/form.tsx';
import { FormDialog } from '../../shell/dialog.tsx';
import {
  DECLINE_REASONS,
  type DeclineErrors,
  type DeclineForm,
  declineErrors,
  MAX_NOTE_LENGTH,
  requestDecline,
} from './decline-form.ts';

interface DeclineDialogProps {
  readonly isOpen: boolean;
  readonly isPending: boolean;
  /** An error that a change of the fields or another try can end. */
  readonly error: Error | null;
  onClose(): void;
  onDecline(decline: DeclineQuoteBody): void;
}

const FIELDS = ['reason', 'competitor_price', 'note'];

/** Asks why the customer declined. */
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
