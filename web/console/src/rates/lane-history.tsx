import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReadLaneHistoryResultMonth as Month, Quote, ReadLaneHistoryQuery } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { monthText } from '../format/dates.ts';
import { counted, dollars, toCents } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Loaded } from '../shell/feedback.tsx';
import { Panel, Time } from '../shell/page.tsx';

const OUTCOMES = {
  ...{ open: 'Open', won: 'Won', lost: 'Lost' },
  ...{ expired: 'Expired', superseded: 'Revised' },
} as const;

interface LaneHistoryProps {
  readonly lane: Pick<ReadLaneHistoryQuery, 'origin' | 'destination' | 'equipment_type'>;
  /** The quote of the page, which is not "before". */
  readonly quote?: Quote;
}

export function LaneHistory({ lane, quote }: LaneHistoryProps) {
  const { client } = useSession();
  const history = useQuery({
    queryKey: ['quotes', 'history', lane],
    queryFn: ({ signal }) => client.quotes.laneHistory(lane, { signal }),
    select: ({ months, recent }) => ({
      months: quote === undefined ? months : monthsWithout(quote, months),
      recent: recent.filter(({ quote_id }) => quote_id !== quote?.quote_id),
    }),
  });
  return (
    <Panel title="This lane before">
      <Loaded query={history} rows={3}>
        {({ months, recent }) =>
          months.length === 0 ? (
            <p>No quotes on this lane or near it.</p>
          ) : (
            <>
              <DataTable
                caption="Quotes on this lane and near it, by month"
                rows={months}
                rowKey={({ month }) => month}
                columns={[
                  { title: 'Month', isHeader: true, cell: ({ month }) => monthText(month) },
                  { title: 'Quoted', isNumber: true, cell: ({ quoted }) => String(quoted) },
                  { title: 'Won', isNumber: true, cell: ({ won }) => String(won) },
                  { title: 'Lost', isNumber: true, cell: ({ lost }) => String(lost) },
                  { title: 'Average', isNumber: true, cell: ({ average_total }) => dollars(average_total) },
                ]}
              />
              {recent.length === 0 ? null : (
                <DataTable
                  caption={`The last ${counted(recent.length, 'quote')}`}
                  rows={recent}
                  rowKey={({ quote_id }) => quote_id}
                  columns={[
                    {
                      title: 'Quote',
                      isHeader: true,
                      cell: ({ quote_id, created_at }) => (
                        <Link to={`/quotes/${encodeURIComponent(quote_id)}`}>
                          <Time value={created_at} />
                        </Link>
                      ),
                    },
                    { title: 'Customer', cell: ({ customer }) => <bdi>{customer}</bdi> },
                    { title: 'Outcome', cell: ({ outcome }) => OUTCOMES[outcome] },
                    { title: 'Total', isNumber: true, cell: ({ total_rate }) => dollars(total_rate) },
                  ]}
                />
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** A revised quote is not among the months. */
const monthsWithout = (
  { created_at, outcome, pricing }: Quote,
  months: readonly Month[],
): readonly Month[] =>
  outcome === 'superseded'
    ? months
    : months.flatMap((one) => {
        if (!created_at.startsWith(one.month)) return [one];
        const quoted = one.quoted - 1;
        if (quoted <= 0) return [];
        return [
          {
            ...one,
            quoted,
            won: one.won - Number(outcome === 'won'),
            lost: one.lost - Number(outcome === 'lost'),
            average_total: toCents((one.average_total * one.quoted - pricing.total_rate) / quoted),
          },
        ];
      });
