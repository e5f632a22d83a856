import { useState } from 'react';
import { Link } from 'react-router';
import { rateFileHeader, rateLine } from '../../../../shared/contracts/files/write-rate-file.ts';
import type { ContractRate, ListContractRatesQuery } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { downloadCsv } from '../files/download.ts';
import { usePageSignal } from '../files/send-file.tsx';
import { ALL, Filters, queryOf, useFilteredList } from '../form/filters.tsx';
import { FormSelect, FormText } from '../form/form.tsx';
import { dayText } from '../format/dates.ts';
import { counted, dollars } from '../format/numbers.ts';
import { EQUIPMENT_CHOICES, equipmentName } from '../rates/equipment.ts';
import { LinkButton } from '../shell/buttons.tsx';
import { CursorList, DataTable } from '../shell/data-table.tsx';
import { ActionButton } from '../shell/dialog.tsx';
import { Empty } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';

const NO_FILTER = {
  ...{ customer: '', origin: '', destination: '', external_id: '' },
  ...{ equipment_type: '', effective_on: '', cursor: '' },
};
const TEXT_FILTERS = [
  { name: 'customer', label: 'Customer' },
  { name: 'origin', label: 'Origin' },
  { name: 'destination', label: 'Destination' },
  { name: 'external_id', label: 'Your id' },
] as const;
const PAGE_SIZE = 50;
/** Rates of a page of the export: an answer stays below the size that the console reads. */
const EXPORT_PAGE_SIZE = 1_000;

export default function ContractRatesPage() {
  const { client, canWrite } = useSession();
  const { filters, list, isFiltered } = useFilteredList(
    ['contract-rates', 'list'],
    NO_FILTER,
    (filter, signal) =>
      client.contractRates.list({ ...queryOf<ListContractRatesQuery>(filter), limit: PAGE_SIZE }, { signal }),
  );
  const stop = usePageSignal();
  const [exported, setExported] = useState('');
  /** Downloads all rates of the filter as a file that an import reads. */
  const exportAll = async () => {
    const { signal } = stop.current;
    const query = { ...queryOf<ListContractRatesQuery>(filters.filter), cursor: undefined };
    const lines = [rateFileHeader];
    for await (const rate of client.contractRates.list({ ...query, limit: EXPORT_PAGE_SIZE }, { signal })) {
      lines.push(rateLine(rate));
      if (lines.length % EXPORT_PAGE_SIZE === 0) setExported(`${counted(lines.length, 'rate')} read`);
    }
    downloadCsv('contract-rates.csv', lines.join(''));
    setExported(`${counted(lines.length - 1, 'rate')} exported`);
  };
  return (
    <Page
      title="Contract rates"
      lead="Prices that you agreed with customers by lane. Quotes use them before the market."
      actions={
        <>
          <ActionButton run={exportAll}>Export CSV</ActionButton>
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
        {exported}
      </p>
      <Filters {...filters}>
        {TEXT_FILTERS.map(({ name, label }) => (
          <FormText key={name} name={name} label={label} maxLength={200} />
        ))}
        <FormSelect name="equipment_type" label="Equipment" data={[ALL, ...EQUIPMENT_CHOICES]} />
        <FormText type="date" name="effective_on" label="Applies on" />
      </Filters>
      <CursorList
        {...list}
        texts={['Newest first.', 'Older rates.']}
        empty={
          <Empty title={isFiltered ? 'No contract rate matches the filter' : 'No contract rates yet'}>
            {isFiltered || !canWrite ? null : (
              <p>
                <Link to="/contract-rates/import">Import a file</Link>, or{' '}
                <Link to="/contract-rates/new">enter a rate</Link>.
              </p>
            )}
          </Empty>
        }
      >
        {(items) => <RatesTable rates={items} />}
      </CursorList>
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
        cell: (rate) => (
          <>
            <Link to={`/contract-rates/${encodeURIComponent(rate.rate_id)}`}>
              <bdi>{placeText(rate.origin)}</bdi> to <bdi>{placeText(rate.destination)}</bdi>
            </Link>
            <span className="small phone-only">
              {equipmentName(rate.equipment_type)}, {daysText(rate)}
            </span>
          </>
        ),
      },
      { title: 'Customer', cell: ({ customer }) => <bdi>{customer || 'All customers'}</bdi> },
      { title: 'Equipment', isMinor: true, cell: ({ equipment_type }) => equipmentName(equipment_type) },
      { title: 'Amount', isNumber: true, cell: (rate) => <Amount rate={rate} /> },
      { title: 'Pickup days', isMinor: true, cell: (rate) => daysText(rate) },
      { title: 'Your id', isMinor: true, cell: ({ external_id }) => <bdi>{external_id}</bdi> },
    ]}
  />
);

const placeText = (place: string): string => (place === '*' ? 'anywhere' : place);

const PER_MILE = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});

function Amount({ rate: { amount, rate_type: type, tiers } }: { readonly rate: ContractRate }) {
  const unit = { flat: '', per_mile: 'a mile', percent_of_market: 'of the market' }[type];
  const notes = [unit, ...(tiers.length === 0 ? [] : [counted(tiers.length, 'volume tier')])].filter(Boolean);
  return (
    <>
      {type === 'percent_of_market' ? `${amount}%` : (type === 'flat' ? dollars : PER_MILE.format)(amount)}
      {notes.length === 0 ? null : <span className="small">{notes.join(', ')}</span>}
    </>
  );
}

const daysText = ({ effective_from: from, effective_to: to }: ContractRate): string =>
  to === null ? `From ${dayText(from)}` : `${dayText(from)} to ${dayText(to)}`;
