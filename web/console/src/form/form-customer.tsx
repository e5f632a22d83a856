import type { TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSession } from '../api/session.tsx';
import { FormText } from './form.tsx';

/** The customer of a form or a filter. Typing suggests the names and aliases of customers; another name is possible. */
export function FormCustomer(props: Pick<TextInputProps, 'description' | 'maxLength'>) {
  const { client } = useSession();
  const list = useId();
  const customers = useQuery({
    queryKey: ['customers', 'names'],
    queryFn: async ({ signal }) => (await client.customers.list({ limit: 100 }, { signal })).items,
  });
  return (
    <>
      <FormText {...props} name="customer" label="Customer" list={list} />
      <datalist id={list}>
        {customers.data?.flatMap(({ name, aliases }) =>
          [name, ...aliases].map((known) => <option key={known} value={known} />),
        )}
      </datalist>
    </>
  );
}
