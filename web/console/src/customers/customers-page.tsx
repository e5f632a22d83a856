import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateCustomerBody, Customer } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { Form, FormArea, FormLines, FormText } from '../form/form.tsx';
import { CursorList, DataTable } from '../shell/data-table.tsx';
import { ConfirmButton, Dialog } from '../shell/dialog.tsx';
import { Empty, ErrorNotice } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';

const PAGE_SIZE = 50;

export default function CustomersPage() {
  const { client, canWrite } = useSession();
  const [cursor, setCursor] = useState('');
  const [edited, setEdited] = useState<Customer | 'new'>();
  const customers = useQuery({
    queryKey: ['customers', 'list', cursor],
    queryFn: async ({ signal }) =>
      await client.customers.list({ limit: PAGE_SIZE, ...(cursor === '' ? {} : { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const close = () => setEdited(undefined);
  return (
    <Page
      title="Customers"
      lead="Quotes, RFPs, contract rates and pricing rules find a customer by its name or an alias."
      actions={canWrite ? <Button onClick={() => setEdited('new')}>New customer</Button> : undefined}
    >
      <CursorList
        query={customers}
        cursor={cursor}
        texts={['Newest first.', 'Older customers.']}
        empty={
          <Empty title="No customers yet">
            <p>Names work without a customer, too. With one, several spellings mean the same customer.</p>
          </Empty>
        }
        onOpen={setCursor}
      >
        {(items) => <CustomerTable customers={items} onOpen={canWrite ? setEdited : undefined} />}
      </CursorList>
      <Dialog
        opened={edited !== undefined}
        onClose={close}
        title={edited === 'new' ? 'New customer' : edited?.name}
        size="lg"
        centered={false}
      >
        {edited === undefined ? null : (
          <CustomerForm {...(edited === 'new' ? {} : { customer: edited })} onClose={close} />
        )}
      </Dialog>
    </Page>
  );
}

const CustomerTable = ({
  customers,
  onOpen,
}: {
  readonly customers: readonly Customer[];
  readonly onOpen: ((customer: Customer) => void) | undefined;
}) => (
  <DataTable
    caption="Customers"
    rows={customers}
    rowKey={({ customer_id }) => customer_id}
    columns={[
      {
        title: 'Name',
        isHeader: true,
        cell: (customer) =>
          onOpen === undefined ? (
            <bdi>{customer.name}</bdi>
          ) : (
            <Button variant="transparent" size="compact-sm" p={0} onClick={() => onOpen(customer)}>
              <bdi>{customer.name}</bdi>
            </Button>
          ),
      },
      { title: 'Aliases', cell: ({ aliases }) => <bdi>{aliases.join('; ')}</bdi> },
      { title: 'Contact', isMinor: true, cell: ({ contact }) => <bdi>{contact}</bdi> },
      { title: 'E-mail', isMinor: true, cell: ({ email }) => <bdi>{email}</bdi> },
      { title: 'Phone', isMinor: true, cell: ({ phone }) => <bdi>{phone}</bdi> },
    ]}
  />
);

const NEW_CUSTOMER: Partial<Customer> & CreateCustomerBody = { name: '' };

interface CustomerFormProps {
  readonly customer?: Customer;
  onClose(): void;
}

function CustomerForm({ customer, onClose }: CustomerFormProps) {
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
