import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReadLaneHistoryQuery } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { monthText } from '../format/dates.ts';
import { counted, dollars } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Loaded } from '../shell/feedback.tsx';
import { Panel, Time } from '../shell/page.tsx';

const OUTCOMES = {
  ...{ open: 'Open', won: 'Won', lost: 'Lost' },
  ...{ expired: 'Expired', superseded: 'Revised' },
} as const;

interface LaneHistoryProps {
  readonly lane: Pick<ReadLaneHistoryQuery, 'origin' | 'destination' | 'equipment_type'>;
  readonly quoteId?: string;
}

export function LaneHistory({ lane, quoteId }: LaneHistoryProps) {
  const { client } = useSession();
  const history = useQuery({
    queryKey: ['quotes', 'history', lane],
    queryFn: ({ signal }) => client.quotes.laneHistory(lane, { signal }),
    select: ({ months, recent }) => ({
      months,
      recent: recent.filter(({ quote_id }) => quote_id !== quoteId),
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
