import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../api/session.tsx';
import { Empty } from '../../feedback/empty.tsx';
import { ErrorNotice } from '../../feedback/error-notice.tsx';
import { Loading } from '../../feedback/loading.tsx';
import { count } from '../../format/numbers.ts';
import { Facts } from '../../shell/facts.tsx';
import { Panel } from '../../shell/panel.tsx';
import { DEFAULT_HOURS, durationText, PERIODS, rateText, readHours } from './health-texts.ts';

const HealthCharts = lazy(() => import('./health-charts.tsx'));

/** Success rate and latency of a webhook by hour, and their totals, in a selected period. */
export function HealthPanel({ webhookId }: { readonly webhookId: string }) {
  const { client } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const hours = readHours(parameters.get('hours'));
  const health = useQuery({
    queryKey: ['webhooks', 'health', webhookId, hours],
    queryFn: ({ signal }) => client.webhooks.health(webhookId, { hours }, { signal }),
    placeholderData: keepPreviousData,
  });
  const total = health.data?.total;
  return (
    <Panel
      title="Health"
      note="Each attempt to deliver an event counts, retries included. Tests do not count."
      actions={
        <NativeSelect
          size="xs"
          aria-label="Period"
          data={PERIODS.map((period) => ({ ...period }))}
          value={String(hours)}
          onChange={({ currentTarget: { value } }) =>
            setParameters(Number(value) === DEFAULT_HOURS ? {} : { hours: value }, { replace: true })
          }
        />
      }
    >
      {health.isError ? (
        <ErrorNotice error={health.error} onRetry={() => void health.refetch()} />
      ) : health.data === undefined || total === undefined ? (
        <Loading rows={8} />
      ) : total.attempts === 0 ? (
        <Empty title="No attempts in this period">
          <p>The charts appear after an event. Create or convert a quote to cause one.</p>
        </Empty>
      ) : (
        <div aria-busy={health.isPlaceholderData}>
          <Facts
            facts={[
              ['Success rate', rateText(total.successRate)],
              ['Attempts', `${count(total.attempts)}, ${count(total.failed)} failed`],
              ...(total.latencyMs === null
                ? []
                : ([
                    ['Median answer time', durationText(total.latencyMs.p50)],
                    ['95% of answers within', durationText(total.latencyMs.p95)],
                  ] as const)),
            ]}
          />
          <Suspense fallback={<Loading rows={6} />}>
            <HealthCharts hours={health.data.hours} />
          </Suspense>
        </div>
      )}
    </Panel>
  );
}
