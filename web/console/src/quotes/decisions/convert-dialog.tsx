import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ConvertQuoteBody } from '../../api/client.ts';
import styles from './quote-actions.module.css';

/** The API counts characters. */
const MAX_LENGTH = 200;

interface ConvertDialogProps {
  readonly isOpen: boolean;
  onClose(): void;
  onConvert(conversion: ConvertQuoteBody): void;
}

/** Asks before a conversion, with who converts the quote and the order of the customer. */
export function ConvertDialog({ isOpen, onClose, onConvert }: ConvertDialogProps) {
  const [by, setBy] = useState('');
  const [order, setOrder] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConvert({
      ...(by.trim() === '' ? {} : { converted_by: by.trim() }),
      ...(order.trim() === '' ? {} : { order_reference: order.trim() }),
    });
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Convert this quote?"
      lockScroll={false}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} className={styles.form} aria-label="Conversion">
        <p className={styles.text}>
          The customer accepted the price. A converted quote does not expire, and webhooks receive{' '}
          <code>quote.updated</code>.
        </p>
        <TextInput
          label="Converted by"
          description="Optional."
          value={by}
          maxLength={MAX_LENGTH}
          onChange={(event) => setBy(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          label="Order reference"
          description="The order of the customer. Optional."
          value={order}
          maxLength={MAX_LENGTH}
          onChange={(event) => setOrder(event.currentTarget.value)}
          autoComplete="off"
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Convert the quote</Button>
        </Group>
      </form>
    </Modal>
  );
}
