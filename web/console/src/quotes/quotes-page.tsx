import { Checkbox, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListQuotesQuery, QuoteListItem } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { downloadFile } from '../files/download.ts';
import {
  ALL,
  DateRange,
  Filters,
  isNarrowed,
  queryOf,
  rangeErrors,
  useTextFilter,
} from '../form/filters.tsx';
import { FormSelect, FormText } from '../form/form.tsx';
import { FormCustomer } from '../form/form-customer.tsx';
import { dayText } from '../format/dates.ts';
import { dollars } from '../format/numbers.ts';
import { equipmentName } from '../rates/equipment.ts';
import { MarginPercent } from '../rates/rate-figures.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { DataTable, Pager, SEARCHING } from '../shell/data-table.tsx';
import { ActionButton } from '../shell/dialog.tsx';
import { Blocked, Empty, Loaded } from '../shell/feedback.tsx';
import { Page, Time } from '../shell/page.tsx';
import { StatusTone } from './status-tone.tsx';

const STATUSES = [
  ALL,
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'converted', label: 'Converted' },
];
const OUTCOMES = [
  ALL,
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
  { value: 'superseded', label: 'Revised' },
  { value: 'expired', label: 'Expired without a decision' },
];
const NO_FILTER = {
  ...{ status: '', outcome: '', customer: '', reference: '', from: '', to: '' },
  ...{ page: '1', size: '20' },
};
const DEFAULT_SIZE = 20;
const PAGE_SIZES = [DEFAULT_SIZE, 50, 100];
const MAX_SELECTED = 50;

export default function QuotesPage() {
  const { client, canQuote, blocked } = useSession();
  const [filter, open, settled] = useTextFilter(NO_FILTER);
  const errors = rangeErrors(filter);
  const { page: number, size: limit, reference, from, to, ...texts } = settled;
  const [page, size] = [whole(number) ?? 1, whole(limit) ?? DEFAULT_SIZE];
  const quotes = useQuery({
    queryKey: ['quotes', 'list', settled],
    queryFn: async ({ signal }) =>
      await client.quotes.list(
        {
          ...queryOf<ListQuotesQuery>({
            ...texts,
            ...{ customer_reference: reference, start_date: from, end_date: to },
          }),
          ...{ limit: size, offset: (page - 1) * size },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: errors.to === undefined,
  });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const makeSheet = async () =>
    downloadFile('quotes.pdf', [await client.quotes.sheetOf(selected, 'pdf')], 'application/pdf');
  const change = (part: Partial<typeof filter>) => open({ ...filter, page: '1', ...part });
  const isFiltered = isNarrowed({ ...texts, reference, from, to });
  return (
    <Page
      title="Quotes"
      lead="Prices for customers, made by the pricing strategy of your organization."
      actions={canQuote ? <LinkButton to="/quotes/new">New quote</LinkButton> : undefined}
    >
      <Blocked reason={blocked} />
      <Filters
        filter={filter}
        errors={errors}
        onChange={change}
        onClear={isFiltered && (() => open({ ...NO_FILTER, size: filter.size }))}
      >
        <FormSelect name="status" label="Status" data={STATUSES} />
        <FormSelect name="outcome" label="Outcome" data={OUTCOMES} />
        <FormCustomer maxLength={200} />
        <FormText name="reference" label="Reference" maxLength={255} />
        <DateRange />
      </Filters>
      <Loaded query={quotes}>
        {({ items, pagination: { total_count: total } }) =>
          total === 0 && quotes.isPlaceholderData ? (
            <Empty title={SEARCHING} />
          ) : total === 0 ? (
            <Empty title={isFiltered ? 'No quote matches the filter' : 'No quotes yet'}>
              {isFiltered || !canQuote ? null : (
                <p>
                  <Link to="/quotes/new">Make a quote</Link>, or <Link to="/rates">get a rate</Link> and quote
                  it.
                </p>
              )}
            </Empty>
          ) : (
            <div>
              <Group gap="sm" mb="sm">
                <ActionButton disabled={selected.length === 0} run={makeSheet}>
                  {selected.length === 0 ? 'Make a sheet' : `Make a sheet of ${selected.length}`}
                </ActionButton>
                <p className="note">Select up to {MAX_SELECTED} quotes of one customer.</p>
              </Group>
              <DataTable
                caption="Quotes"
                rows={items}
                rowKey={({ quote_id }) => quote_id}
                columns={[
                  {
                    title: 'Lane',
                    isHeader: true,
                    cell: ({ quote_id, route, customer, equipment_type: type }) => (
                      <>
                        <Link to={`/quotes/${encodeURIComponent(quote_id)}`}>
                          <bdi>{route.origin}</bdi> to <bdi>{route.destination}</bdi>
                        </Link>
                        <span className="small phone-only">
                          {customer === '' ? null : <bdi>{customer}, </bdi>}
                          {equipmentName(type)}
                        </span>
                      </>
                    ),
                  },
                  {
                    title: 'Sheet',
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
                  { title: 'Customer', isMinor: true, cell: ({ customer }) => <bdi>{customer}</bdi> },
                  {
                    title: 'Equipment',
                    isMinor: true,
                    cell: ({ equipment_type }) => equipmentName(equipment_type),
                  },
                  {
                    title: 'Reference',
                    isMinor: true,
                    cell: ({ customer_reference }) => <bdi>{customer_reference}</bdi>,
                  },
                  {
                    title: 'Status',
                    cell: ({ status, outcome, expiry_date: end }) => (
                      <>
                        <StatusTone status={status} outcome={outcome} />
                        {end === undefined ? null : (
                          <span className="small">
                            {status === 'expired' ? 'on' : 'until'} {dayText(end.slice(0, 10))}
                          </span>
                        )}
                      </>
                    ),
                  },
                  { title: 'Created', isMinor: true, cell: ({ created_at }) => <Time value={created_at} /> },
                  { title: 'Margin', isNumber: true, isMinor: true, cell: marginOf },
                  {
                    title: 'Total',
                    isNumber: true,
                    cell: (quote) => (
                      <>
                        {dollars(quote.total_rate)}
                        <span className="small phone-only">{marginPercent(quote)}</span>
                      </>
                    ),
                  },
                ]}
              />
              <Pager
                noun="quote"
                total={total}
                page={page}
                size={size}
                sizes={PAGE_SIZES}
                onPage={(next) => change({ page: String(next) })}
                onSize={(next) => change({ size: String(next) })}
              />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

const marginPercent = ({ margin }: QuoteListItem) =>
  margin === undefined ? null : <MarginPercent value={margin.percent} />;

const marginOf = (quote: QuoteListItem) =>
  quote.margin === undefined ? null : (
    <>
      {dollars(quote.margin.amount)}
      <span className="small">{marginPercent(quote)}</span>
    </>
  );

/** A positive whole number of the address; undefined for another text. */
const whole = (text: string): number | undefined => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined);
