import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ContractRate } from '../api/client.ts';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { Empty } from '../feedback/empty.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { counted } from '../format/numbers.ts';
import { EQUIPMENT, equipmentName } from '../rates/equipment.ts';
import { CursorPager } from '../shell/cursor-pager.tsx';
import { DataTable } from '../shell/data-table.tsx';
import styles from '../shell/filters.module.css';
import { LinkButton } from '../shell/link-button.tsx';
import { Page } from '../shell/page.tsx';
import { useAddressFilter } from '../shell/use-address-filter.ts';
import {
  isFiltered,
  MAX_TEXT_LENGTH,
  NO_FILTER,
  type RateFilter,
  rateQuery,
  readRateFilter,
  writeRateFilter,
} from './rate-filter.ts';
import { amountAndTiersText, daysText } from './rate-texts.ts';
import { useRateExport } from './use-rate-export.ts';

const EQUIPMENT_CHOICES = [
  { value: '', label: 'All' },
  ...Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label })),
];
const TEXT_FILTERS = [
  { name: 'customer', label: 'Customer' },
  { name: 'origin', label: 'Origin' },
  { name: 'destination', label: 'Destination' },
  { name: 'id', label: 'Your id' },
] as const;
const DEBOUNCE_MS = 250;
const PAGE_SIZE = 50;

/** The contract rates of the organization, newest first. The address has the filter and the position. */
export default function ContractRatesPage() {
  const { client, organization } = useSession();
  const { canWrite } = permissionsOf(organization);
  const [filter, open] = useAddressFilter(readRateFilter, writeRateFilter);
  const [settled] = useDebouncedValue(filter, DEBOUNCE_MS, { leading: true });
  const query = rateQuery(settled);
  const rates = useQuery({
    queryKey: ['contract-rates', 'list', query],
    queryFn: async ({ signal }) =>
      await client.contractRates.list({ ...query, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const download = useRateExport();
  const change = (part: Partial<RateFilter>) => open({ ...filter, cursor: '', ...part });
  const items = rates.data?.items ?? [];
  return (
    <Page
      title="Contract rates"
      lead="Prices that you agreed with customers by lane. Quotes use them before the market."
      actions={
        <>
          <Button
            variant="default"
            loading={download.isPending}
            onClick={() => download.mutate(rateQuery(filter))}
          >
            Export CSV
          </Button>
          {canWrite ? (
            <>
              <LinkButton to="/contract-rates/import" variant="default">
                Import
              </LinkButton>
              <LinkButton to="/contract-rates/new">New rate</LinkButton>
            </>
          ) : null}
        </>
      }
    >
      <p role="status" className="hidden-text">
        {download.isPending
          ? `${counted(download.read, 'rate')} read`
          : download.isSuccess
            ? `${counted(download.data, 'rate')} exported`
            : ''}
      </p>
      {download.isError ? (
        <ErrorNotice error={download.error} onRetry={() => download.mutate(rateQuery(filter))} />
      ) : null}
      <Group align="flex-start" gap="sm" className={styles.filters ?? ''}>
        {TEXT_FILTERS.map(({ name, label }) => (
          <TextInput
            key={name}
            label={label}
            value={filter[name]}
            maxLength={MAX_TEXT_LENGTH}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
            autoComplete="off"
          />
        ))}
        <NativeSelect
          label="Equipment"
          data={EQUIPMENT_CHOICES}
          value={filter.equipment}
          onChange={(event) => change({ equipment: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Applies on"
          value={filter.on}
          onChange={(event) => change({ on: event.currentTarget.value })}
        />
        {isFiltered(filter) ? (
          <Button variant="subtle" className={styles.clear ?? ''} onClick={() => open(NO_FILTER)}>
            Clear the filter
          </Button>
        ) : null}
      </Group>
      {rates.isError ? (
        <ErrorNotice error={rates.error} onRetry={() => void rates.refetch()} />
      ) : rates.data === undefined ? (
        <Loading rows={8} />
      ) : items.length === 0 && filter.cursor === '' ? (
        <Empty title={isFiltered(filter) ? 'No contract rate matches the filter' : 'No contract rates yet'}>
          {isFiltered(filter) || !canWrite ? null : (
            <p>
              <Link to="/contract-rates/import">Import a file</Link>, or{' '}
              <Link to="/contract-rates/new">enter a rate</Link>.
            </p>
          )}
        </Empty>
      ) : (
        <div aria-busy={rates.isPlaceholderData}>
          <RatesTable rates={items} />
          <CursorPager
            text={filter.cursor === '' ? 'Newest first.' : 'Older rates.'}
            isFirst={filter.cursor === ''}
            next={rates.data.pagination.next_cursor}
            isBusy={rates.isPlaceholderData}
            onOpen={(cursor) => open({ ...filter, cursor }, { replace: false })}
          />
        </div>
      )}
    </Page>
  );
}

const RatesTable = ({ rates }: { readonly rates: readonly ContractRate[] }) => (
  <DataTable
    caption="Contract rates"
    rows={rates}
    rowKey={({ rate_id }) => rate_id}
    columns={[
      {
        title: 'Lane',
        isHeader: true,
        cell: ({ rate_id, origin, destination }) => (
          <Link to={`/contract-rates/${encodeURIComponent(rate_id)}`}>
            <bdi>{placeText(origin)}</bdi> to <bdi>{placeText(destination)}</bdi>
          </Link>
        ),
      },
      { title: 'Customer', cell: ({ customer }) => <bdi>{customer || 'All customers'}</bdi> },
      { title: 'Equipment', isMinor: true, cell: ({ equipment_type }) => equipmentName(equipment_type) },
      { title: 'Amount', isNumber: true, cell: (rate) => amountAndTiersText(rate) },
      { title: 'Pickup days', isMinor: true, cell: (rate) => daysText(rate) },
      { title: 'Your id', isMinor: true, cell: ({ external_id }) => <bdi>{external_id}</bdi> },
    ]}
  />
);

const placeText = (place: string): string => (place === '*' ? 'anywhere' : place);
