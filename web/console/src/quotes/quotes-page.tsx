import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListQuotesQuery } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { downloadFile } from '../files/download.ts';
import { dollars } from '../format/numbers.ts';
import { LinkButton } from '../shell/buttons.tsx';
import { DataTable, Pager } from '../shell/data-table.tsx';
import { DateRange, isDateRange } from '../shell/date-range.tsx';
import { Blocked, Empty, ErrorNotice, Loading } from '../shell/feedback.tsx';
import styles from '../shell/filters.module.css';
import { Page, Time } from '../shell/page.tsx';
import { useAddressFilter } from '../shell/use-address-filter.ts';
import {
  MAX_CUSTOMER_LENGTH,
  MAX_REFERENCE_LENGTH,
  OUTCOMES,
  PAGE_SIZES,
  readQuoteFilter,
  STATUSES,
  writeQuoteFilter,
} from './quote-filter.ts';
import { StatusTone } from './status-tone.tsx';

const STATUS_CHOICES = [{ value: '', label: 'All' }, ...STATUSES];
const OUTCOME_CHOICES = [{ value: '', label: 'All' }, ...OUTCOMES];
const DEBOUNCE_MS = 250;
/** Quotes of a sheet. */
const MAX_SELECTED = 50;

/** The quotes of the organization, newest first. The address has the filter. */
export default function QuotesPage() {
  const { client, canQuote, blocked } = useSession();
  const [filter, open] = useAddressFilter(readQuoteFilter, writeQuoteFilter);
  const { status, outcome, customer, reference, from, to, page, size } = filter;
  const isRange = isDateRange(filter);
  const [sought] = useDebouncedValue({ customer, reference }, DEBOUNCE_MS, { leading: true });
  const quotes = useQuery({
    queryKey: ['quotes', 'list', { ...filter, ...sought }],
    queryFn: async ({ signal }) =>
      await client.quotes.list(
        {
          status: (status || undefined) as ListQuotesQuery['status'],
          outcome: (outcome || undefined) as ListQuotesQuery['outcome'],
          customer: sought.customer.trim() || undefined,
          customer_reference: sought.reference.trim() || undefined,
          start_date: from || undefined,
          end_date: to || undefined,
          limit: size,
          offset: (page - 1) * size,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: isRange,
  });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const sheet = useMutation({
    mutationFn: () => client.quotes.sheetOf(selected, 'pdf'),
    onSuccess: (text) => downloadFile('quotes.pdf', [text], 'application/pdf'),
  });
  const change = (part: Partial<typeof filter>) => open({ ...filter, page: 1, ...part });
  const total = quotes.data?.pagination.total_count ?? 0;
  const isFiltered = [status, outcome, customer, reference, from, to].some((part) => part !== '');
  return (
    <Page
      title="Quotes"
      lead="Prices for customers, made by the pricing strategy of your organization."
      actions={canQuote ? <LinkButton to="/quotes/new">New quote</LinkButton> : undefined}
    >
      <Blocked reason={blocked} />
      <Group align="flex-start" gap="sm" className={styles.filters ?? ''}>
        <NativeSelect
          label="Status"
          data={STATUS_CHOICES}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
        <NativeSelect
          label="Outcome"
          data={OUTCOME_CHOICES}
          value={outcome}
          onChange={(event) => change({ outcome: event.currentTarget.value })}
        />
        <TextInput
          label="Customer"
          value={customer}
          maxLength={MAX_CUSTOMER_LENGTH}
          onChange={(event) => change({ customer: event.currentTarget.value })}
          autoComplete="off"
        />
        <TextInput
          label="Reference"
          value={reference}
          maxLength={MAX_REFERENCE_LENGTH}
          onChange={(event) => change({ reference: event.currentTarget.value })}
          autoComplete="off"
        />
        <DateRange from={from} to={to} onChange={change} />
        {isFiltered ? (
          <Button
            variant="subtle"
            className={styles.clear ?? ''}
            onClick={() => change({ status: '', outcome: '', customer: '', reference: '', from: '', to: '' })}
          >
            Clear the filter
          </Button>
        ) : null}
      </Group>
      {quotes.isError ? (
        <ErrorNotice error={quotes.error} onRetry={() => void quotes.refetch()} />
      ) : quotes.data === undefined ? (
        <Loading rows={8} />
      ) : total === 0 ? (
        <Empty title={isFiltered ? 'No quote matches the filter' : 'No quotes yet'}>
          {isFiltered || !canQuote ? null : (
            <p>
              <Link to="/quotes/new">Make a quote</Link>, or <Link to="/rates">get a rate</Link> and quote it.
            </p>
          )}
        </Empty>
      ) : (
        <div aria-busy={quotes.isPlaceholderData}>
          <Group gap="sm">
            <Button
              variant="default"
              disabled={selected.length === 0}
              loading={sheet.isPending}
              onClick={() => sheet.mutate()}
            >
              {selected.length === 0 ? 'Make a sheet' : `Make a sheet of ${selected.length}`}
            </Button>
            <p className="note">Select up to {MAX_SELECTED} quotes of one customer.</p>
          </Group>
          {sheet.isError ? <ErrorNotice error={sheet.error} onRetry={() => sheet.mutate()} /> : null}
          <DataTable
            caption="Quotes"
            rows={quotes.data.items}
            rowKey={({ quote_id }) => quote_id}
            columns={[
              {
                title: 'Lane',
                isHeader: true,
                cell: ({ quote_id, route }) => (
                  <Link to={`/quotes/${encodeURIComponent(quote_id)}`}>
                    <bdi>{route.origin}</bdi> to <bdi>{route.destination}</bdi>
                  </Link>
                ),
              },
              {
                title: 'On the sheet',
                cell: ({ quote_id, route }) => (
                  <Checkbox
                    aria-label={`Select ${route.origin} to ${route.destination}`}
                    checked={selected.includes(quote_id)}
                    disabled={selected.length >= MAX_SELECTED && !selected.includes(quote_id)}
                    onChange={({ currentTarget }) =>
                      setSelected(
                        currentTarget.checked
                          ? [...selected, quote_id]
                          : selected.filter((id) => id !== quote_id),
                      )
                    }
                  />
                ),
              },
              { title: 'Reference', cell: ({ customer_reference }) => <bdi>{customer_reference}</bdi> },
              {
                title: 'Status',
                cell: ({ status, outcome }) => <StatusTone status={status} outcome={outcome} />,
              },
              { title: 'Created', isMinor: true, cell: ({ created_at }) => <Time value={created_at} /> },
              { title: 'Total', isNumber: true, cell: ({ total_rate }) => dollars(total_rate) },
            ]}
          />
          <Pager
            noun="quote"
            total={total}
            page={page}
            size={size}
            sizes={PAGE_SIZES}
            onPage={(next) => change({ page: next })}
            onSize={(next) => change({ size: next })}
          />
        </div>
      )}
    </Page>
  );
}
