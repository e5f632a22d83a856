import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateCustomerBody, Customer } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { Form, FormArea, FormLines, FormText } from '../form/form.tsx';
import { ConfirmButton } from '../shell/dialog.tsx';
import { ErrorNotice } from '../shell/feedback.tsx';

const NEW_CUSTOMER: Partial<Customer> & CreateCustomerBody = { name: '' };

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
  const [body, setBody] = useState<CreateCustomerBody>(() => {
    const { customer_id: _, created_at: __, updated_at: ___, ...fields } = customer ?? NEW_CUSTOMER;
    return fields;
  });
  const saved = async () => {
    await queries.invalidateQueries({ queryKey: ['customers'] });
    onClose();
  };
  const saving = useMutation({
    mutationFn: () =>
      customer
        ? client.customers.replace(customer.customer_id, body)
        : client.customers.create(body, { idempotencyKey: keyFor(body) }),
    onSuccess: saved,
  });
  const deletion = useMutation({
    mutationFn: (id: string) => client.customers.delete(id),
    onSuccess: saved,
  });
  const send = () => saving.mutate();
  return (
    <Form
      label="Customer"
      className="fields"
      body={body}
      error={saving.error}
      onChange={setBody}
      onSend={send}
    >
      <FormText name="name" label="Name" className="wide" required data-autofocus />
      <FormLines
        name="aliases"
        label="Aliases"
        className="wide"
        description="One in a line, such as former names and abbreviations"
        autosize
        minRows={2}
        read={(text) => text.split('\n').flatMap((alias) => alias.trim() || [])}
        write={(aliases = []) => aliases.join('\n')}
      />
      <FormText name="contact" label="Contact" />
      <FormText name="email" label="E-mail" />
      <FormText name="phone" label="Phone" />
      <FormArea name="terms" label="Terms" className="wide" autosize minRows={2} />
      <FormArea name="notes" label="Notes" className="wide" autosize minRows={2} />
      <div className="wide">
        <ErrorNotice error={saving.error} onRetry={send} />
        <ErrorNotice error={deletion.error} />
      </div>
      <div className="foot">
        {customer === undefined ? null : (
          <ConfirmButton
            label="Delete"
            title={`Delete ${customer.name}?`}
            confirm="Delete the customer"
            isDanger
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
    </Form>
  );
}
