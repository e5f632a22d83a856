import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Customer } from '../api/client.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { ConfirmButton } from '../shell/dialog.tsx';
import { ErrorNotice } from '../shell/feedback.tsx';
import styles from '../shell/form.module.css';

const LINES = [
  { name: 'contact', label: 'Contact' },
  { name: 'email', label: 'E-mail' },
  { name: 'phone', label: 'Phone' },
] as const;

interface CustomerFormProps {
  /** Absent: the form makes a new customer. */
  readonly customer?: Customer;
  onClose(): void;
}

/** All fields of a customer. */
export function CustomerForm({ customer, onClose }: CustomerFormProps) {
  const { client } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [draft, setDraft] = useState(() => ({
    ...{ name: customer?.name ?? '', aliases: (customer?.aliases ?? []).join('\n') },
    ...{ contact: customer?.contact ?? '', email: customer?.email ?? '', phone: customer?.phone ?? '' },
    ...{ terms: customer?.terms ?? '', notes: customer?.notes ?? '' },
  }));
  const saved = async () => {
    await queries.invalidateQueries({ queryKey: ['customers'] });
    onClose();
  };
  const saving = useMutation({
    mutationFn: () => {
      const aliases = draft.aliases.split('\n').flatMap((alias) => alias.trim() || []);
      const body = { ...draft, aliases };
      return customer
        ? client.customers.replace(customer.customer_id, body)
        : client.customers.create(body, { idempotencyKey: keyFor(body) });
    },
    onSuccess: saved,
  });
  const deletion = useMutation({
    mutationFn: (id: string) => client.customers.delete(id),
    onSuccess: saved,
  });
  const errors = fieldMessages(saving.error, (field) => field.replace(/\[.*/, ''));
  const failed = saving.error ?? deletion.error;
  const send = () => saving.mutate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const field = (name: keyof typeof draft, label: string) => ({
    label,
    value: draft[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  });
  return (
    <form onSubmit={submit} noValidate className={styles.fields} aria-label="Customer">
      <TextInput {...field('name', 'Name')} className={styles.wide ?? ''} required data-autofocus />
      <Textarea
        {...field('aliases', 'Aliases')}
        className={styles.wide ?? ''}
        description="One in a line, such as former names and abbreviations"
        autosize
        minRows={2}
      />
      {LINES.map(({ name, label }) => (
        <TextInput key={name} {...field(name, label)} />
      ))}
      <Textarea {...field('terms', 'Terms')} className={styles.wide ?? ''} autosize minRows={2} />
      <Textarea {...field('notes', 'Notes')} className={styles.wide ?? ''} autosize minRows={2} />
      {failed === null ? null : (
        <div className={styles.wide}>
          <ErrorNotice error={failed} {...(saving.isError ? { onRetry: send } : {})} />
        </div>
      )}
      <div className={styles.foot}>
        {customer === undefined ? null : (
          <ConfirmButton
            label="Delete"
            title={`Delete ${customer.name}?`}
            confirm="Delete the customer"
            color="red"
            variant="default"
            isPending={deletion.isPending}
            onConfirm={() => deletion.mutate(customer.customer_id)}
          >
            Its quotes and RFPs stay. Its contract rates and pricing rules no longer apply.
          </ConfirmButton>
        )}
        <Button type="submit" loading={saving.isPending}>
          Save the customer
        </Button>
      </div>
    </form>
  );
}
