import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { CursorList, DataTable } from '../shell/data-table.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Empty } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';
import { CustomerForm } from './customer-form.tsx';

const PAGE_SIZE = 50;

/** The customers of the organization, newest first, and the form of one. */
export default function CustomersPage() {
  const { client, canWrite } = useSession();
  const [cursor, setCursor] = useState('');
  /** `new`: the form is empty. */
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
