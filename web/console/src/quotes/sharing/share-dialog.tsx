import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ShareQuoteBody } from '../../api/client.ts';
import { fieldMessages } from '../../api/field-messages.ts';
import { ErrorNotice } from '../../feedback/error-notice.tsx';
import { daysError, requestShare } from './share-days.ts';
import styles from './share-panel.module.css';

interface ShareDialogProps {
  readonly isOpen: boolean;
  /** Whether the quote has a link, which the new one replaces. */
  readonly isReplacement: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  onClose(): void;
  onShare(share: ShareQuoteBody): void;
}

/** Asks how long a share link works. */
export function ShareDialog({ isOpen, isReplacement, isPending, error, onClose, onShare }: ShareDialogProps) {
  const [days, setDays] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { expires_in_days: ofApi } = fieldMessages(error);
  const wrong = isChecked ? daysError(days) : undefined;
  const send = () => {
    setChecked(true);
    if (daysError(days) === undefined) onShare(requestShare(days));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={isReplacement ? 'Replace the share link?' : 'Create a share link'}
      lockScroll={false}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate className={styles.form} aria-label="Share link">
        <p className={styles.text}>
          {isReplacement
            ? 'The current link stops working at once, and the views start at 0.'
            : 'Each person who has the link can open the sheet without an API key.'}
        </p>
        <TextInput
          label="Days until the link expires"
          description="1 to 90. Without a number, the link expires with the quote."
          value={days}
          error={wrong ?? ofApi}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setDays(event.currentTarget.value)}
          data-autofocus
        />
        {error === null || ofApi !== undefined ? null : <ErrorNotice error={error} onRetry={send} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {isReplacement ? 'Replace the link' : 'Create the link'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
