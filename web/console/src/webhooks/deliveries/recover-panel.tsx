import { Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecoverDeliveriesBody, Webhook } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { ErrorNotice } from '../../feedback/error-notice.tsx';
import { endOfMinute, localTime, utcTime } from '../../format/local-time.ts';
import { counted } from '../../format/numbers.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { Panel } from '../../shell/panel.tsx';
import { useWebhookChange } from '../use-webhook-change.ts';
import styles from './deliveries.module.css';
import { isReversed } from './delivery-filter.ts';

const MS_PER_DAY = 86_400_000;

/** Sends the failed deliveries of a period again, for example after an outage of the receiver. */
export function RecoverPanel({ webhook }: { readonly webhook: Webhook }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [since, setSince] = useState(() => localTime(new Date(Date.now() - MS_PER_DAY).toISOString()));
  const [until, setUntil] = useState(() => localTime(endOfMinute(new Date()).toISOString()));
  const [recovered, setRecovered] = useState(0);
  const period = { since: utcTime(since), until: utcTime(until) };
  const error = isReversed(period) ? 'Enter a time that is not before the first time.' : undefined;
  const isComplete = period.since !== '' && period.until !== '' && error === undefined;
  const recovery = useWebhookChange(webhook.id, {
    mutationFn: async (body: RecoverDeliveriesBody) => {
      setRecovered(0);
      // A call ends after some seconds; the next one continues and sends nothing twice.
      for (let total = 0; ; ) {
        const part = await client.deliveries.recover(webhook.id, body);
        total += part.recovered;
        setRecovered(total);
        if (part.complete) return total;
      }
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['webhooks', 'deliveries', webhook.id] }),
  });
  return (
    <Panel
      title="Recover failed deliveries"
      note="Sends the failed deliveries of a period again, for example after an outage of your receiver. Each is sent again once, also if you repeat this. Tests, and deliveries that are pending or were sent again before, are left out."
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          type="datetime-local"
          label="Failed deliveries from"
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="Failed deliveries before"
          value={until}
          error={error}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        {webhook.enabled && isComplete ? (
          <ConfirmButton
            label="Recover"
            title="Send the failed deliveries again?"
            confirm="Send them again"
            variant="default"
            isPending={recovery.isPending}
            onConfirm={() => recovery.mutate(period)}
          >
            Each failed event of the period is sent again with the same event id and the same body, up to 6
            times. Your receiver gets at most 100 requests at the same moment. A receiver that processes each
            id once ignores what it already has.
          </ConfirmButton>
        ) : null}
      </Group>
      {webhook.enabled ? null : (
        <p className={styles.soft}>The webhook is disabled. Enable it in the tab Settings, then recover.</p>
      )}
      <p role="status" className={styles.soft}>
        {recovery.isPending
          ? `Sent again so far: ${counted(recovered, 'event')}.`
          : recovery.isSuccess
            ? recovered === 0
              ? 'The period has no failed deliveries to send again.'
              : `Sent again: ${counted(recovered, 'event')}. The list shows the new deliveries.`
            : ''}
      </p>
      {recovery.isError ? (
        <ErrorNotice
          error={recovery.error}
          lostAdvice="Check your network and try again. The recovery continues, and sends nothing twice."
          onRetry={() => recovery.mutate(period)}
        />
      ) : null}
    </Panel>
  );
}
