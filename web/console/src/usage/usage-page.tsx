import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { count, counted } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { scopeNames } from '../settings/key-rules.ts';
import { Facts } from '../shell/facts.tsx';
import { Page } from '../shell/page.tsx';
import { Panel } from '../shell/panel.tsx';
import styles from './usage-page.module.css';

const UsageChart = lazy(() => import('./usage-chart.tsx'));

/** What the organization used in this month and before, and its limits. */
export default function UsagePage() {
  const { client, organization } = useSession();
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.usage.get({}, { signal }),
    staleTime: 0,
  });
  const { limits } = organization;
  return (
    <Page title="Usage and limits" lead={`Calls with ${organization.mode} keys. Months are in UTC.`}>
      {usage.isError ? (
        <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />
      ) : usage.data === undefined ? (
        <Loading rows={8} />
      ) : (
        <div className={styles.panels}>
          <Panel title="Rate calls of this month">
            <Meter used={usage.data.used} limit={usage.data.limit} noun="call" />
            <p className={styles.note}>
              {remainingText(usage.data.remaining)} The count starts again at 0 on{' '}
              <Time value={usage.data.resetsAt} />.
            </p>
            <Suspense fallback={<Loading />}>
              <UsageChart
                label="Rate calls by month"
                months={usage.data.history}
                limit={usage.data.limit}
                current={usage.data.period}
              />
            </Suspense>
          </Panel>
          <Panel title="Quotes of this month">
            <Meter used={usage.data.quotes.used} limit={usage.data.quotes.limit} noun="quote" />
            <p className={styles.note}>
              {remainingText(usage.data.quotes.remaining)} Deleted quotes count. The count starts again at 0
              on <Time value={usage.data.resetsAt} />.
            </p>
            <Suspense fallback={<Loading />}>
              <UsageChart
                label="Quotes by month"
                months={usage.data.quotes.history}
                limit={usage.data.quotes.limit}
                current={usage.data.period}
              />
            </Suspense>
          </Panel>
          <Panel title="Organization">
            <Facts
              facts={[
                ['Name', <bdi key="name">{organization.name}</bdi>],
                ['Id', <code key="id">{organization.id}</code>],
                ['Mode of the key', organization.mode === 'live' ? 'Live' : 'Test'],
                ['Scopes of the key', scopeNames(organization.scopes)],
                ['Billing information', organization.billing ? 'Recorded' : 'Missing'],
              ]}
            />
          </Panel>
          <Panel
            title="Limits"
            note="The plan sets the request rate, for all keys of the organization together. Monthly limits apply to each mode."
          >
            <Facts
              facts={[
                ['Plan', organization.plan === 'enterprise' ? 'Enterprise' : 'Standard'],
                ['Requests per minute', count(limits.requestsPerMinute)],
                ['Requests at the same moment', count(limits.burst)],
                ['Rate calls per month', count(limits.ratesPerMonth)],
                [
                  'Quotes per month',
                  limits.quotesPerMonth === null ? 'No limit' : count(limits.quotesPerMonth),
                ],
              ]}
            />
          </Panel>
        </div>
      )}
    </Page>
  );
}

const remainingText = (remaining: number | null): string =>
  remaining === null ? '' : `${count(remaining)} remain.`;

interface MeterProps {
  readonly used: number;
  readonly limit: number | null;
  readonly noun: string;
}

function Meter({ used, limit, noun }: MeterProps) {
  if (limit === null) {
    return <p className={styles.used}>{counted(used, noun)}</p>;
  }
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  return (
    <>
      <p className={styles.used}>
        {count(used)} <span className={styles.of}>of {counted(limit, noun)}</span>
      </p>
      <Progress
        value={share}
        color={share >= 90 ? 'red' : 'blue'}
        aria-label={`${count(used)} of ${counted(limit, noun)} used`}
      />
    </>
  );
}
