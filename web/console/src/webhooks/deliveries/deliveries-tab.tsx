import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DeliveryStatus, EventName, RecoverDeliveriesBody, Webhook } from '../../api/client.ts';
import { permissionsOf } from '../../api/permissions.ts';
import { useSession } from '../../api/session.tsx';
import { ErrorNotice } from '../../feedback/error-notice.tsx';
import { Loading } from '../../feedback/loading.tsx';
import { endOfMinute, localTime, utcTime } from '../../format/local-time.ts';
import { counted } from '../../format/numbers.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { Panel } from '../../shell/panel.tsx';
import { EVENT_NAMES } from '../event-texts.ts';
import { useWebhookChange } from '../use-webhook-change.ts';
import { nextLook } from './attempt-texts.ts';
import styles from './deliveries.module.css';
import {
  changeFilter,
  type DeliveryFilter,
  isFiltered,
  isReversed,
  NO_FILTER,
  queryOf,
  readDeliveryFilter,
  STATUSES,
  writeDeliveryFilter,
} from './delivery-filter.ts';
import { DeliveryTable } from './delivery-table.tsx';

const MS_PER_DAY = 86_400_000;

/** Sends the failed deliveries of a period again, for example after an outage of the receiver. */
function RecoverPanel({ webhook }: { readonly webhook: Webhook }) {
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

const STATUS_CHOICES = [{ value: '', label: 'All' }, ...STATUSES];
const EVENT_CHOICES = [{ value: '', label: 'All' }, ...EVENT_NAMES];

/** The delivery log of a webhook, newest first. The address has the filter and the position. */
export function DeliveriesTab({ webhook }: { readonly webhook: Webhook }) {
  const { client, organization } = useSession();
  const { canWrite } = permissionsOf(organization);
  const [parameters, setParameters] = useSearchParams();
  const filter = readDeliveryFilter(parameters);
  const isValid = !isReversed(filter);
  const log = useQuery({
    queryKey: ['webhooks', 'deliveries', webhook.id, filter],
    queryFn: async ({ signal }) => await client.deliveries.list(webhook.id, queryOf(filter), { signal }),
    placeholderData: keepPreviousData,
    enabled: isValid,
    staleTime: 0,
    refetchInterval: ({ state }) => nextLook(state.data?.items ?? [], Date.now()),
  });
  const open = (next: DeliveryFilter, options: { readonly replace: boolean }) =>
    setParameters({ tab: 'deliveries', ...writeDeliveryFilter(next) }, options);
  const change = (part: Partial<DeliveryFilter>) => open(changeFilter(filter, part), { replace: true });
  const next = log.data?.pagination.next_cursor ?? null;
  return (
    <>
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label="Status"
          data={STATUS_CHOICES}
          value={filter.status}
          onChange={(event) => change({ status: event.currentTarget.value as DeliveryStatus | '' })}
        />
        <NativeSelect
          label="Event"
          data={EVENT_CHOICES}
          value={filter.event}
          onChange={(event) => change({ event: event.currentTarget.value as EventName | '' })}
        />
        <TimeField
          label="Created from"
          value={filter.since}
          error={undefined}
          onChange={(since) => change({ since })}
        />
        <TimeField
          label="Created before"
          value={filter.until}
          error={isValid ? undefined : 'Enter a time that is not before the first time.'}
          onChange={(until) => change({ until })}
        />
        <Group gap="xs" className={styles.tools ?? ''}>
          <Button variant="default" loading={log.isRefetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
          {isFiltered(filter) ? (
            <Button variant="subtle" onClick={() => open(NO_FILTER, { replace: true })}>
              Clear the filter
            </Button>
          ) : null}
        </Group>
      </Group>
      {log.isError ? (
        <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />
      ) : log.data === undefined ? (
        isValid ? (
          <Loading rows={6} />
        ) : null
      ) : (
        <div aria-busy={log.isPlaceholderData}>
          <DeliveryTable
            deliveries={log.data.items}
            empty={emptyText({ filtered: isFiltered(filter), hasNext: next !== null, cursor: filter.cursor })}
          />
          <Group justify="space-between" className={styles.pager ?? ''}>
            <p className={styles.soft}>
              {filter.cursor === '' ? 'Newest first.' : 'Older deliveries.'} Deliveries are kept for 30 days.
            </p>
            <Group gap="xs">
              {filter.cursor === '' ? null : (
                <Button variant="default" onClick={() => change({})}>
                  Newest
                </Button>
              )}
              {next === null ? null : (
                <Button
                  variant="default"
                  disabled={log.isPlaceholderData}
                  onClick={() => open({ ...filter, cursor: next }, { replace: false })}
                >
                  Older
                </Button>
              )}
            </Group>
          </Group>
        </div>
      )}
      {canWrite ? (
        <RecoverPanel webhook={webhook} />
      ) : (
        <p className={styles.soft}>
          <Link to="/webhooks">All webhooks</Link>
        </p>
      )}
    </>
  );
}

function emptyText({
  filtered,
  hasNext,
  cursor,
}: {
  readonly filtered: boolean;
  readonly hasNext: boolean;
  readonly cursor: string;
}): { readonly title: string; readonly text?: string } {
  if (hasNext) {
    // A page of the API examines a limited number of deliveries, of which none may match.
    return { title: 'No match so far', text: 'Older deliveries can match: continue with Older.' };
  }
  if (filtered) return { title: 'No delivery matches the filter' };
  if (cursor !== '') return { title: 'No older deliveries' };
  return { title: 'No deliveries yet', text: 'Send a test event, or make a quote to cause a real one.' };
}

interface TimeFieldProps {
  readonly label: string;
  /** ISO 8601 in UTC; empty = any. */
  readonly value: string;
  readonly error: string | undefined;
  onChange(time: string): void;
}

/** A time in the zone of the person. It counts when it is complete: with Enter, or when the field is left. */
function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  const [draft, setDraft] = useState(localTime(value));
  useEffect(() => setDraft(localTime(value)), [value]);
  const commit = () => {
    if (draft !== localTime(value)) onChange(utcTime(draft));
  };
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={draft}
      error={error}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}
