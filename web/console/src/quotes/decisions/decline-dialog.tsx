import { Button, Group, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { DeclineQuoteBody } from '../../api/client.ts';
import { fieldMessages } from '../../api/field-messages.ts';
import { ErrorNotice } from '../../shell/feedback.tsx';
import {
  DECLINE_REASONS,
  type DeclineErrors,
  type DeclineForm,
  declineErrors,
  MAX_NOTE_LENGTH,
  requestDecline,
} from './decline-form.ts';
import styles from './quote-actions.module.css';

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
  const [form, setForm] = useState<DeclineForm>({ reason: '', price: '', note: '' });
  const [isChecked, setChecked] = useState(false);
  const ofApi = fieldMessages(error);
  const errors: DeclineErrors = { ...ofApi, ...(isChecked ? declineErrors(form) : {}) };
  const isAtFields = Object.keys(ofApi).some((field) => FIELDS.includes(field));
  const change = (part: Partial<DeclineForm>) => setForm({ ...form, ...part });
  const send = () => {
    setChecked(true);
    if (Object.keys(declineErrors(form)).length === 0) onDecline(requestDecline(form));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Decline this quote?"
      lockScroll={false}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate className={styles.form} aria-label="Decline">
        <p className={styles.text}>
          The customer declined the price. You can revise the quote afterwards, and webhooks receive{' '}
          <code>quote.updated</code>.
        </p>
        <NativeSelect
          label="Reason"
          data={[{ value: '', label: 'Choose a reason' }, ...DECLINE_REASONS]}
          value={form.reason}
          error={errors.reason}
          onChange={(event) => change({ reason: event.currentTarget.value as DeclineForm['reason'] })}
          data-autofocus
        />
        <TextInput
          label="Price of the competitor"
          description="USD. Optional."
          value={form.price}
          error={errors.competitor_price}
          inputMode="decimal"
          autoComplete="off"
          leftSection={<span aria-hidden="true">$</span>}
          onChange={(event) => change({ price: event.currentTarget.value })}
        />
        <Textarea
          label="Note"
          description="Optional."
          value={form.note}
          error={errors.note}
          maxLength={MAX_NOTE_LENGTH}
          rows={3}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        {error === null || isAtFields ? null : <ErrorNotice error={error} onRetry={send} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Decline the quote
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
