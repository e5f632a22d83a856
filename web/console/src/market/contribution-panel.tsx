import { useQuery } from '@tanstack/react-query';
import type { ReadMarketSummaryResponse } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Empty } from '../feedback/empty.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { addDays, dayText } from '../format/dates.ts';
import { count } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Facts } from '../shell/facts.tsx';
import { Panel } from '../shell/panel.tsx';
import { Tone } from '../shell/tone.tsx';
import styles from './market-page.module.css';
import { sharingText } from './sharing-text.ts';

type Summary = ReadMarketSummaryResponse['data'];

/** What the loads of the organization contribute. */
export function ContributionPanel() {
  const { client } = useSession();
  const summary = useQuery({
    queryKey: ['market', 'summary'],
    queryFn: ({ signal }) => client.market.summary({ signal }),
  });
  if (summary.isError) return <ErrorNotice error={summary.error} onRetry={() => void summary.refetch()} />;
  if (summary.data === undefined) return <Loading rows={6} />;
  return (
    <>
      <Sharing summary={summary.data} />
      <Loads summary={summary.data} />
      <UnusedLoads summary={summary.data} />
    </>
  );
}

const Sharing = ({ summary }: { readonly summary: Summary }) => (
  <Panel
    title="Sharing"
    actions={
      <Tone color={summary.shared ? 'green' : 'gray'}>{summary.shared ? 'Shared' : 'Not shared'}</Tone>
    }
  >
    <p className={styles.text}>{sharingText(summary)}</p>
  </Panel>
);

/** How many loads are imported that rates do not use; nothing if there are none. */
function UnusedLoads({ summary: { trailers, fuelUnknown } }: { readonly summary: Summary }) {
  if (trailers.observations === 0 && fuelUnknown === 0) return null;
  return (
    <Panel title="Loads that rates do not use" note="Of the last 78 weeks.">
      <Facts
        facts={[
          ['Trailers', count(trailers.observations)],
          ['Fuel unknown', count(fuelUnknown)],
        ]}
      />
    </Panel>
  );
}

function Loads({ summary: { observations, freightMarkets, weeks } }: { readonly summary: Summary }) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) {
    return (
      <Panel title="Your loads">
        <Empty title="No loads yet">
          <p>Import a file with the rates that you paid, and your rates follow them.</p>
        </Empty>
      </Panel>
    );
  }
  return (
    <Panel title="Your loads" note="Of the last 78 weeks. Weeks begin on Monday, in UTC.">
      <Facts
        facts={[
          ['Loads', count(observations)],
          ['Markets', count(freightMarkets.length)],
          ['From', dayText(first.weekOf)],
          ['To', dayText(addDays(last.weekOf, 6))],
        ]}
      />
      <DataTable
        caption="Loads by market"
        columns={[
          { title: 'Market', isHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
          { title: 'Loads', isNumber: true, cell: (market) => count(market.observations) },
          { title: 'First week', isMinor: true, cell: ({ firstWeek }) => dayText(firstWeek) },
          { title: 'Last week', isMinor: true, cell: ({ lastWeek }) => dayText(lastWeek) },
        ]}
        rows={freightMarkets}
        rowKey={({ name }) => name}
      />
    </Panel>
  );
}
