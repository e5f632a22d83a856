import { Link } from 'react-router';
import type { ListRfpsQuery, Rfp } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ALL, DateRange, Filters, queryOf, rangeErrors, useFilteredList } from '../form/filters.tsx';
import { FormSelect } from '../form/form.tsx';
import { FormCustomer } from '../form/form-customer.tsx';
import { count, counted } from '../format/numbers.ts';
import { LinkButton } from '../shell/buttons.tsx';
import { CursorList, DataTable } from '../shell/data-table.tsx';
import { Blocked, Empty } from '../shell/feedback.tsx';
import { Page, Time } from '../shell/page.tsx';
import { isRunning, RfpStatusTone, STATUS_TITLES } from './rfp-status.tsx';

const NO_FILTER = { status: '', customer: '', from: '', to: '', cursor: '' };
const STATUS_CHOICES = [ALL, ...Object.entries(STATUS_TITLES).map(([value, label]) => ({ value, label }))];
const POLL_MS = 5_000;

export default function RfpsPage() {
  const { client, canQuote, blocked } = useSession();
  const { filters, list, isFiltered } = useFilteredList(
    ['rfps', 'list'],
    NO_FILTER,
    ({ from, to, ...others }, signal) =>
      client.rfps.list(queryOf<ListRfpsQuery>({ ...others, created_from: from, created_to: to }), { signal }),
    {
      isValid: (filter) => rangeErrors(filter).to === undefined,
      refetchAfter: (rfps: readonly Rfp[]) => rfps.some(({ status }) => isRunning(status)) && POLL_MS,
    },
  );
  return (
    <Page
      title="RFPs"
      lead="Lists of lanes that are priced in one go: market rate, price for the customer and confidence of each lane."
      actions={canQuote ? <LinkButton to="/rfps/new">New RFP</LinkButton> : undefined}
    >
      <Blocked reason={blocked} />
      <Filters {...filters} errors={rangeErrors(filters.filter)}>
        <FormSelect name="status" label="Status" data={STATUS_CHOICES} />
        <FormCustomer maxLength={200} />
        <DateRange />
      </Filters>
      <CursorList
        {...list}
        texts={['Newest first.', 'Older RFPs.']}
        empty={
          <Empty title={isFiltered ? 'No RFP matches the filter' : 'No RFPs yet'}>
            {isFiltered || !canQuote ? null : (
              <p>
                <Link to="/rfps/new">Make an RFP</Link> of a file, or of rows of a spreadsheet.
              </p>
            )}
          </Empty>
        }
      >
        {(items) => <RfpsTable rfps={items} />}
      </CursorList>
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
