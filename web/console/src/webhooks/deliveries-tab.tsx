import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Delivery, Webhook } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ALL, Filters, queryOf, useFilteredList } from '../form/filters.tsx';
import { Fields, FormSelect, FormText } from '../form/form.tsx';
import { endOfMinute, localTime, utcTime } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { CursorList, DataTable } from '../shell/data-table.tsx';
import { ConfirmButton } from '../shell/dialog.tsx';
import { Empty } from '../shell/feedback.tsx';
import { Panel, Time } from '../shell/page.tsx';
import { nextLook } from './attempt.tsx';
import { EVENT_NAMES } from './webhook-form.ts';
import { DeliveryState, useWebhookChange } from './webhook-state.tsx';

const MS_PER_DAY = 86_400_000;

function RecoverPanel({ webhook }: { readonly webhook: Webhook }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [local, setLocal] = useState(() => ({
    since: localTime(new Date(Date.now() - MS_PER_DAY).toISOString()),
    until: localTime(endOfMinute(new Date()).toISOString()),
  }));
  const [result, setResult] = useState('');
  const period = { since: utcTime(local.since), until: utcTime(local.until) };
  const error = isReversed(period) ? IN_ORDER : undefined;
  const isComplete = period.since !== '' && period.until !== '' && error === undefined;
  const change = useWebhookChange(webhook.id);
  const recover = async () => {
    try {
      // A call ends after some seconds; the next one continues and sends nothing twice.
      for (let total = 0, isDone = false; !isDone; ) {
        setResult(`Sent again so far: ${counted(total, 'event')}.`);
        const part = await change(client.deliveries.recover(webhook.id, period));
        total += part.recovered;
        isDone = part.complete;
        if (isDone)
          setResult(
            total === 0
              ? 'The period has no failed deliveries to send again.'
              : `Sent again: ${counted(total, 'event')}. The list shows the new deliveries.`,
          );
      }
    } finally {
      void queries.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhook.id] });
    }
  };
  return (
    <Panel
      title="Recover failed deliveries"
      note="Sends the failed deliveries of a period again, for example after an outage of your receiver. Each is sent again once, also if you repeat this. Tests, and deliveries that are pending or were sent again before, are left out."
    >
      <Group align="flex-end" gap="sm">
        <Fields values={local} errors={{ until: error }} onChange={(part) => setLocal({ ...local, ...part })}>
          <FormText name="since" type="datetime-local" label="Failed deliveries from" />
          <FormText name="until" type="datetime-local" label="Failed deliveries before" />
        </Fields>
        {webhook.enabled && isComplete ? (
          <ConfirmButton
            label="Recover"
            title="Send the failed deliveries again?"
            confirm="Send them again"
            run={recover}
          >
            Each failed event of the period is sent again with the same event id and the same body, up to 6
            times. Your receiver gets at most 100 requests at the same moment. A receiver that processes each
            id once ignores what it already has.
          </ConfirmButton>
        ) : null}
      </Group>
      {webhook.enabled ? null : (
        <p className="note">The webhook is disabled. Enable it in the tab Settings, then recover.</p>
      )}
      <p role="status" className="note">
        {result}
      </p>
    </Panel>
  );
}

const NO_FILTER = { status: '', event: '', since: '', until: '', cursor: '' };
const STATUSES = [
  ALL,
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending' },
];
const EVENT_CHOICES = [ALL, ...EVENT_NAMES];
const IN_ORDER = 'Enter a time that is not before the first time.';

/** Whether a period begins after its end. Times in UTC of the same form sort as texts. */
const isReversed = ({ since, until }: { readonly since: string; readonly until: string }): boolean =>
  since !== '' && until !== '' && since > until;

export function DeliveriesTab({ webhook }: { readonly webhook: Webhook }) {
  const { client, canWrite } = useSession();
  const { filters, list, isFiltered } = useFilteredList(
    ['webhooks', 'deliveries', webhook.id],
    NO_FILTER,
    (filter, signal) => client.deliveries.list(webhook.id, queryOf(filter), { signal }),
    {
      others: { tab: 'deliveries' },
      isValid: (filter) => !isReversed(filter),
      refetchAfter: (deliveries: readonly Delivery[]) => nextLook(deliveries, Date.now()),
    },
  );
  const { filter, onChange: change } = filters;
  const log = list.query;
  const isValid = !isReversed(filter);
  return (
    <>
      <Filters
        filter={{ ...filter, since: localTime(filter.since), until: localTime(filter.until) }}
        errors={{ until: isValid ? undefined : IN_ORDER }}
        onChange={({ since, until, ...part }) =>
          change({
            ...part,
            ...(since !== undefined && { since: utcTime(since) }),
            ...(until !== undefined && { until: utcTime(until) }),
          })
        }
        onClear={filters.onClear}
      >
        <FormSelect name="status" label="Status" data={STATUSES} />
        <FormSelect name="event" label="Event" data={EVENT_CHOICES} />
        <FormText name="since" type="datetime-local" label="Created from" />
        <FormText name="until" type="datetime-local" label="Created before" />
        <Button variant="default" mt="1.55rem" loading={log.isRefetching} onClick={() => void log.refetch()}>
          Refresh
        </Button>
      </Filters>
      {isValid ? (
        <CursorList
          {...list}
          texts={[`Newest first. ${KEPT}`, `Older deliveries. ${KEPT}`]}
          empty={<EmptyDeliveries isFiltered={isFiltered} />}
        >
          {(items) =>
            items.length === 0 ? (
              <EmptyDeliveries
                isFiltered={isFiltered}
                isFirst={filter.cursor === ''}
                hasNext={log.data?.pagination.next_cursor !== null}
              />
            ) : (
              <DeliveryTable deliveries={items} />
            )
          }
        </CursorList>
      ) : null}
      {canWrite ? (
        <RecoverPanel webhook={webhook} />
      ) : (
        <p className="note">
          <Link to="/webhooks">All webhooks</Link>
        </p>
      )}
    </>
  );
}

const KEPT = 'Deliveries are kept for 30 days.';

interface EmptyDeliveriesProps {
  readonly isFiltered: boolean;
  readonly isFirst?: boolean;
  readonly hasNext?: boolean;
}

function EmptyDeliveries({ isFiltered, isFirst = true, hasNext = false }: EmptyDeliveriesProps) {
  // A page of the API examines a limited number of deliveries, of which none may match.
  if (hasNext)
    return (
      <Empty title="No match so far">
        <p>Older deliveries can match: continue with Next page.</p>
      </Empty>
    );
  if (isFiltered) return <Empty title="No delivery matches the filter" />;
  if (!isFirst) return <Empty title="No older deliveries" />;
  return (
    <Empty title="No deliveries yet">
      <p>Send a test event, or make a quote to cause a real one.</p>
    </Empty>
  );
}

export const deliveryPath = ({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>): string =>
  `/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(id)}`;

const DeliveryTable = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => (
  <DataTable
    caption="Deliveries"
    rows={deliveries}
    rowKey={({ id }) => id}
    columns={[
      {
        title: 'Created',
        isHeader: true,
        cell: (delivery) => (
          <Link to={deliveryPath(delivery)}>
            <Time value={delivery.createdAt} />
          </Link>
        ),
      },
      { title: 'Event', cell: (delivery) => <EventOf delivery={delivery} /> },
      { title: 'Status', cell: (delivery) => <StatusOf delivery={delivery} /> },
      {
        title: 'Attempts',
        isNumber: true,
        isMinor: true,
        cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
      },
      {
        title: 'Last answer',
        isNumber: true,
        isMinor: true,
        cell: ({ lastResponseStatus }) => lastResponseStatus ?? 'None',
      },
    ]}
  />
);

const EventOf = ({
  delivery: { event, test, redeliveryOf, redeliveredBy },
}: {
  readonly delivery: Delivery;
}) => (
  <>
    <code>{event}</code>
    {test ? <span className="small">Test</span> : null}
    {redeliveryOf === undefined ? null : <span className="small">Sent again</span>}
    {redeliveredBy === undefined ? null : <span className="small">Was sent again</span>}
  </>
);

const StatusOf = ({ delivery: { status, reason, nextAttemptAt } }: { readonly delivery: Delivery }) => (
  <>
    <DeliveryState status={status} />
    {reason === undefined ? null : (
      <span className="small">
        <bdi>{reason}</bdi>
      </span>
    )}
    {nextAttemptAt === undefined ? null : (
      <span className="small">
        Next attempt <Time value={nextAttemptAt} />
      </span>
    )}
  </>
);
