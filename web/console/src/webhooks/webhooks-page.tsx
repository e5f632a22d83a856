import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MAX_WEBHOOKS } from '../../../../shared/webhooks/store/webhook.ts';
import type { Webhook } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { counted } from '../format/numbers.ts';
import { LinkButton } from '../shell/buttons.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { Empty, Loaded, Notice } from '../shell/feedback.tsx';
import { Page, Time } from '../shell/page.tsx';
import { type LastDay, LOW_RATE, useLastDay } from './health-panel.tsx';
import { rateText, WebhookState } from './webhook-state.tsx';

export default function WebhooksPage() {
  const { client, organization, canWrite } = useSession();
  const webhooks = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: async ({ signal }) => (await client.webhooks.list({ signal })).items,
    staleTime: 0,
  });
  const lastDay = useLastDay(webhooks.data);
  const max = MAX_WEBHOOKS[organization.mode];
  const isFull = (webhooks.data?.length ?? 0) >= max;
  return (
    <Page
      title="Webhooks"
      lead={`Addresses of yours that receive events of ${organization.mode} keys, for example of new quotes.`}
      actions={
        canWrite && webhooks.data !== undefined && !isFull ? (
          <LinkButton to="/webhooks/new">New webhook</LinkButton>
        ) : undefined
      }
    >
      {isFull && canWrite ? (
        <Notice tone="yellow" title={`All ${max} webhooks of ${organization.mode} mode are used`}>
          To create another, delete one that you do not need, or let one webhook receive more events.
        </Notice>
      ) : null}
      <Loaded query={webhooks}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="No webhooks yet">
              <p>
                A webhook sends each event, such as a new quote, to an address of yours within seconds.
                {canWrite ? (
                  <>
                    {' '}
                    <Link to="/webhooks/new">Create a webhook</Link>.
                  </>
                ) : null}
              </p>
            </Empty>
          ) : (
            <>
              <DataTable
                caption="Webhooks"
                rows={items}
                rowKey={({ id }) => id}
                columns={[
                  {
                    title: 'Address',
                    isHeader: true,
                    cell: ({ id, url }) => (
                      <Link to={`/webhooks/${encodeURIComponent(id)}`} className="cell-name">
                        <bdi>{url}</bdi>
                      </Link>
                    ),
                  },
                  { title: 'State', cell: (webhook) => <State webhook={webhook} /> },
                  { title: 'Events', isMinor: true, cell: ({ events }) => <Events events={events} /> },
                  {
                    title: 'Success',
                    isNumber: true,
                    cell: ({ id }) => <SuccessRate health={lastDay.get(id)} />,
                  },
                  { title: 'Created', isMinor: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
                ]}
              />
              <p className="note">
                {counted(items.length, 'webhook')} of at most {max}. Success is the share of attempts of the
                last 24 hours that your receiver answered with 2xx in time. Tests do not count.
              </p>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const State = ({ webhook }: { readonly webhook: Webhook }) => (
  <>
    <WebhookState enabled={webhook.enabled} />
    {webhook.disabledReason === undefined ? null : (
      <span className="small">
        <bdi>{webhook.disabledReason}</bdi>
      </span>
    )}
  </>
);

const Events = ({ events }: Pick<Webhook, 'events'>) => (
  <ul className="plain">
    {events.map((name) => (
      <li key={name}>
        <code>{name}</code>
      </li>
    ))}
  </ul>
);

function SuccessRate({ health }: { readonly health: LastDay | undefined }) {
  if (health === undefined) return <span className="dimmed">Loading</span>;
  if (health === 'failed') return <span className="dimmed">Not available</span>;
  const { attempts, successRate } = health;
  return (
    <>
      <Text span inherit c={successRate !== null && successRate < LOW_RATE ? 'var(--tone-red)' : 'inherit'}>
        {rateText(successRate)}
      </Text>
      {attempts === 0 ? null : <span className="small">{counted(attempts, 'attempt')}</span>}
    </>
  );
}
