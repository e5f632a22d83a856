import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CreateCustomerBody, Customer } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { queryOf, useFilteredList } from '../form/filters.tsx';
import { FormArea, FormLines, FormText, TEXT_LINES } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { CursorList, DataTable } from '../shell/data-table.tsx';
import { ConfirmButton } from '../shell/dialog.tsx';
import { Empty } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';

const PAGE_SIZE = 50;

export default function CustomersPage() {
  const { client, canWrite } = useSession();
  const [edited, setEdited] = useState<Customer | 'new'>();
  const { list } = useFilteredList(['customers', 'list'], { cursor: '' }, (filter, signal) =>
    client.customers.list({ ...queryOf(filter), limit: PAGE_SIZE }, { signal }),
  );
  return (
    <Page
      title="Customers"
      lead="Quotes, RFPs, contract rates and pricing rules find a customer by its name or an alias."
      actions={canWrite ? <Button onClick={() => setEdited('new')}>New customer</Button> : undefined}
    >
      <CursorList
        {...list}
        texts={['Newest first.', 'Older customers.']}
        empty={
          <Empty title="No customers yet">
            <p>Names work without a customer, too. With one, several spellings mean the same customer.</p>
          </Empty>
        }
      >
        {(items) => <CustomerTable customers={items} onOpen={canWrite ? setEdited : undefined} />}
      </CursorList>
      <CustomerDialog
        edited={edited}
        onClose={() => setEdited(undefined)}
        onDeleted={(deleted) => setEdited((open) => (open === deleted ? undefined : open))}
      />
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
        cell: (customer) => (
          <>
            {onOpen === undefined ? (
              <bdi>{customer.name}</bdi>
            ) : (
              <Button variant="transparent" size="compact-sm" p={0} onClick={() => onOpen(customer)}>
                <bdi>{customer.name}</bdi>
              </Button>
            )}
            <bdi className="small phone-only">
              {[customer.contact, customer.email, customer.phone].filter(Boolean).join(', ')}
            </bdi>
          </>
        ),
      },
      { title: 'Aliases', cell: ({ aliases }) => <bdi>{aliases.join('; ')}</bdi> },
      { title: 'Contact', isMinor: true, cell: ({ contact }) => <bdi>{contact}</bdi> },
      { title: 'E-mail', isMinor: true, cell: ({ email }) => <bdi>{email}</bdi> },
      { title: 'Phone', isMinor: true, cell: ({ phone }) => <bdi>{phone}</bdi> },
    ]}
  />
);

interface CustomerDialogProps {
  /** undefined: the dialog is closed. */
  readonly edited: Customer | 'new' | undefined;
  onClose(): void;
  /** The dialog may show another customer by then. */
  onDeleted(customer: Customer | undefined): void;
}

function CustomerDialog({ edited, onClose, onDeleted }: CustomerDialogProps) {
  const { client } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const customer = edited === 'new' ? undefined : edited;
  const {
    customer_id: id = '',
    created_at: _,
    updated_at: __,
    ...fields
  } = customer ?? ({ name: '' } as Partial<Customer> & CreateCustomerBody);
  const reload = () => queries.invalidateQueries({ queryKey: ['customers'] });
  /** A customer that was created and deleted is created again with another key. */
  const created = useRef(0);
  const save = async (body: CreateCustomerBody) => {
    if (customer) await client.customers.replace(id, body);
    else await client.customers.create(body, { idempotencyKey: keyFor({ body, created: created.current }) });
    created.current += 1;
    await reload();
  };
  const remove = async () => {
    await client.customers.delete(id);
    await reload();
    onDeleted(customer);
  };
  return (
    <FormDialog<CreateCustomerBody>
      opened={edited !== undefined}
      title={customer?.name ?? 'New customer'}
      label="Customer"
      action="Save the customer"
      isWide
      cancel={
        customer && (
          <ConfirmButton
            label="Delete"
            title={`Delete ${customer.name}?`}
            confirm="Delete the customer"
            isDanger
            run={remove}
          >
            Its quotes and RFPs stay. Its contract rates and pricing rules no longer apply.
          </ConfirmButton>
        )
      }
      initial={fields}
      onClose={onClose}
      send={save}
    >
      <FormText name="name" label="Name" className="wide" required data-autofocus />
      <FormLines
        name="aliases"
        label="Aliases"
        className="wide"
        description="One in a line, such as former names and abbreviations"
        autosize
        minRows={2}
        {...TEXT_LINES}
      />
      <FormText name="contact" label="Contact" />
      <FormText name="email" label="E-mail" />
      <FormText name="phone" label="Phone" />
      <FormArea name="terms" label="Terms" className="wide" autosize minRows={2} />
      <FormArea name="notes" label="Notes" className="wide" autosize minRows={2} />
    </FormDialog>
  );
}
