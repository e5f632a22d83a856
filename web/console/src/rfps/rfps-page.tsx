import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Rfp } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { count, counted } from '../format/numbers.ts';
import { LinkButton } from '../shell/buttons.tsx';
import { CursorPager, DataTable } from '../shell/data-table.tsx';
import { DateRange, isDateRange } from '../shell/date-range.tsx';
import { Blocked, Empty, ErrorNotice, Loading } from '../shell/feedback.tsx';
import styles from '../shell/filters.module.css';
import { Page, Time } from '../shell/page.tsx';
import { useAddressFilter } from '../shell/use-address-filter.ts';
import {
  isFiltered,
  NO_FILTER,
  type RfpFilter,
  readRfpFilter,
  rfpQuery,
  writeRfpFilter,
} from './rfp-filter.ts';
import { isRunning, STATUS_TITLES } from './rfp-status.ts';
import { RfpStatusTone } from './rfp-status-tone.tsx';

const STATUS_CHOICES = [
  { value: '', label: 'All' },
  ...Object.entries(STATUS_TITLES).map(([value, label]) => ({ value, label })),
];
const DEBOUNCE_MS = 250;
const POLL_MS = 5_000;

/** The RFPs of the organization, newest first. The address has the filter and the position. */
export default function RfpsPage() {
  const { client, canQuote, blocked } = useSession();
  const [filter, open] = useAddressFilter(readRfpFilter, writeRfpFilter);
  const { status, customer, from, to, cursor } = filter;
  const isRange = isDateRange(filter);
  const [name] = useDebouncedValue(customer, DEBOUNCE_MS, { leading: true });
  const query = rfpQuery({ ...filter, customer: name });
  const rfps = useQuery({
    queryKey: ['rfps', 'list', query],
    queryFn: async ({ signal }) => await client.rfps.list(query, { signal }),
    placeholderData: keepPreviousData,
    enabled: isRange,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.error === null && state.data?.items.some((rfp) => isRunning(rfp.status)) === true
        ? POLL_MS
        : false,
  });
  const change = (part: Partial<RfpFilter>) => open({ ...filter, cursor: '', ...part });
  const items = rfps.data?.items ?? [];
  const next = rfps.data?.pagination.next_cursor ?? null;
  return (
    <Page
      title="RFPs"
      lead="Lists of lanes that are priced in one go: market rate, price for the customer and confidence of each lane."
      actions={canQuote ? <LinkButton to="/rfps/new">New RFP</LinkButton> : undefined}
    >
      <Blocked reason={blocked} />
      <Group align="flex-start" gap="sm" className={styles.filters ?? ''}>
        <NativeSelect
          label="Status"
          data={STATUS_CHOICES}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value as RfpFilter['status'] })}
        />
        <TextInput
          label="Customer"
          value={customer}
          maxLength={200}
          onChange={(event) => change({ customer: event.currentTarget.value })}
          autoComplete="off"
        />
        <DateRange from={from} to={to} onChange={change} />
        {isFiltered(filter) ? (
          <Button variant="subtle" className={styles.clear ?? ''} onClick={() => open(NO_FILTER)}>
            Clear the filter
          </Button>
        ) : null}
      </Group>
      {rfps.isError ? (
        <ErrorNotice error={rfps.error} onRetry={() => void rfps.refetch()} />
      ) : rfps.data === undefined ? (
        <Loading rows={8} />
      ) : items.length === 0 && cursor === '' ? (
        <Empty title={isFiltered(filter) ? 'No RFP matches the filter' : 'No RFPs yet'}>
          {isFiltered(filter) || !canQuote ? null : (
            <p>
              <Link to="/rfps/new">Make an RFP</Link> of a file, or of rows of a spreadsheet.
            </p>
          )}
        </Empty>
      ) : (
        <div aria-busy={rfps.isPlaceholderData}>
          <RfpsTable rfps={items} />
          <CursorPager
            text={cursor === '' ? 'Newest first.' : 'Older RFPs.'}
            isFirst={cursor === ''}
            next={next}
            isBusy={rfps.isPlaceholderData}
            onOpen={(start) => open({ ...filter, cursor: start }, { replace: false })}
          />
        </div>
      )}
    </Page>
  );
}

const RfpsTable = ({ rfps }: { readonly rfps: readonly Rfp[] }) => (
  <DataTable
    caption="RFPs"
    rows={rfps}
    rowKey={({ rfp_id }) => rfp_id}
    columns={[
      {
        title: 'Name',
        isHeader: true,
        cell: ({ rfp_id, name }) => (
          <Link to={`/rfps/${encodeURIComponent(rfp_id)}`}>
            <bdi>{name}</bdi>
          </Link>
        ),
      },
      { title: 'Customer', cell: ({ customer }) => <bdi>{customer}</bdi> },
      { title: 'Status', cell: ({ status }) => <RfpStatusTone status={status} /> },
      { title: 'Lanes', cell: ({ lanes }) => lanesText(lanes) },
      { title: 'Created', isMinor: true, cell: ({ created_at }) => <Time value={created_at} /> },
    ]}
  />
);

function lanesText({ total, priced, failed }: Rfp['lanes']): string {
  if (total === 0) return '';
  const errors = failed === 0 ? '' : `, ${count(failed)} failed`;
  return `${count(priced)} of ${counted(total, 'lane')} priced${errors}`;
}
