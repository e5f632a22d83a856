import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { ReadWebhookHealthResponse, Webhook } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { count } from '../format/numbers.ts';
import { Empty, Loaded, Loading } from '../shell/feedback.tsx';
import { Facts, Panel } from '../shell/page.tsx';
import { DEFAULT_HOURS, durationText, PERIODS, rateText, readHours } from './webhook-state.tsx';

export const LOW_RATE = 0.95;

const HealthCharts = lazy(() => import('./health-charts.tsx'));

export function HealthPanel({ webhookId }: { readonly webhookId: string }) {
  const { client } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const hours = readHours(parameters.get('hours'));
  const health = useQuery({
    queryKey: ['webhooks', 'health', webhookId, hours],
    queryFn: ({ signal }) => client.webhooks.health(webhookId, { hours }, { signal }),
    placeholderData: keepPreviousData,
  });
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
      <Loaded query={health}>
        {({ hours: byHour, total }) =>
          total.attempts === 0 ? (
            <Empty title="No attempts in this period">
              <p>The charts appear after an event. Create or convert a quote to cause one.</p>
            </Empty>
          ) : (
            <>
              <Facts
                facts={{
                  'Success rate': rateText(total.successRate),
                  Attempts: `${count(total.attempts)}, ${count(total.failed)} failed`,
                  'Median answer time': total.latencyMs && durationText(total.latencyMs.p50),
                  '95% of answers within': total.latencyMs && durationText(total.latencyMs.p95),
                }}
              />
              <Suspense fallback={<Loading rows={6} />}>
                <HealthCharts hours={byHour} />
              </Suspense>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

type Health = ReadWebhookHealthResponse['data'];
export type LastDay = Health['total'] | 'failed';

/** The totals of the last 24 hours by webhook, as far as they are loaded. */
export function useLastDay(webhooks: readonly Webhook[] = []): ReadonlyMap<string, LastDay> {
  const { client } = useSession();
  return useQueries({
    queries: webhooks.map(({ id }) => ({
      queryKey: ['webhooks', 'health', id, DEFAULT_HOURS],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        client.webhooks.health(id, { hours: DEFAULT_HOURS }, { signal }),
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data, isError }, index) => {
          const health = data === undefined ? (isError ? 'failed' : undefined) : data.total;
          const id = webhooks[index]?.id;
          return health === undefined || id === undefined ? [] : [[id, health] as const];
        }),
      ),
  });
}
