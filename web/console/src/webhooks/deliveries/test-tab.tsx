import { Button, Group, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DeliveryWithAttempts, EventName, Webhook } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { ErrorNotice } from '../../feedback/error-notice.tsx';
import { Panel } from '../../shell/panel.tsx';
import { eventText } from '../event-texts.ts';
import { useWebhookChange } from '../use-webhook-change.ts';
import { DeliveryState } from '../webhook-state.tsx';
import { Attempt } from './attempt.tsx';
import styles from './deliveries.module.css';
import { deliveryPath } from './delivery-table.tsx';

/** Sends a sample event and shows the answer of the receiver. */
export function TestTab({ webhook }: { readonly webhook: Webhook }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [choice, setChoice] = useState<EventName>();
  const event = webhook.events.find((name) => name === choice) ?? webhook.events[0];
  const test = useWebhookChange(webhook.id, {
    mutationFn: () => client.webhooks.test(webhook.id, { event }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhook.id] }),
  });
  return (
    <Panel
      title="Send a test event"
      note="Sends a signed sample to the address now, once, and waits at most 5 seconds for the answer. A failed test changes nothing: it does not count for the health of the webhook, and is not repeated."
    >
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Event"
          data={[...webhook.events]}
          value={event ?? ''}
          onChange={({ currentTarget: { value } }) => setChoice(value as EventName)}
        />
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          Send the test event
        </Button>
      </Group>
      {event === undefined ? null : <p className={styles.small}>{eventText(event)}</p>}
      {test.isError ? (
        <ErrorNotice
          error={test.error}
          lostAdvice="The test event may have been sent. Check your network, then look at the deliveries."
          onRetry={() => test.mutate()}
        />
      ) : test.data === undefined || test.isPending ? null : (
        <Result delivery={test.data} />
      )}
    </Panel>
  );
}

const Result = ({ delivery }: { readonly delivery: DeliveryWithAttempts }) => (
  <section className={styles.result} aria-label="Result of the test">
    <p role="status">
      <DeliveryState status={delivery.status} />{' '}
      {delivery.status === 'delivered' ? 'Your receiver accepted the event.' : <bdi>{delivery.reason}</bdi>}{' '}
      <Link to={deliveryPath(delivery)}>Open the delivery</Link>
    </p>
    {delivery.attemptLog.map((attempt) => (
      <Attempt key={attempt.number} delivery={delivery} attempt={attempt} />
    ))}
  </section>
);
