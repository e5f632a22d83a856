import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditLogEntry } from '../api/client.ts';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { Blocked } from '../feedback/blocked.tsx';
import { Empty } from '../feedback/empty.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { counted } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { DataTable, MAX_ROWS } from '../shell/data-table.tsx';
import { Page } from '../shell/page.tsx';
import styles from './audit-log-page.module.css';
import { actionText, type Detail, detailsOf, keyNamesOf, targetText } from './audit-rules.ts';

const PAGE_SIZE = 50;

/** Changes to keys, webhooks, share links, the pricing strategy and the organization, newest first. */
export default function AuditLogPage() {
  const { organization } = useSession();
  const { canAdmin, notAdmin } = permissionsOf(organization);
  return (
    <Page
      title="Audit log"
      lead={`Who changed keys, webhooks, share links, the pricing strategy and the organization, in ${organization.mode} mode. Changes are kept for 400 days.`}
    >
      <Blocked reason={notAdmin} />
      {canAdmin ? <AuditLog /> : null}
    </Page>
  );
}

function AuditLog() {
  const { client, organization } = useSession();
  const log = useInfiniteQuery({
    queryKey: ['settings', 'audit-log'],
    queryFn: async ({ signal, pageParam }) =>
      await client.auditLog.list(
        { limit: PAGE_SIZE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    // Changes of other people appear when the page is opened.
    staleTime: 0,
  });
  // Only names: the log is complete without them.
  const keys = useQuery({
    queryKey: ['settings', 'keys'],
    queryFn: async ({ signal }) => (await client.keys.list({ signal })).items,
  });
  const events = useMemo(() => log.data?.pages.flatMap(({ items }) => items) ?? [], [log.data]);
  const details = useMemo(() => detailsOf(events), [events]);
  const names = useMemo(() => keyNamesOf(keys.data ?? [], events), [keys.data, events]);
  const hasOlder = log.hasNextPage && events.length < MAX_ROWS;
  // A press of the button does not draw the rows again.
  const table = useMemo(
    () => <AuditTable events={events} details={details} names={names} ownKeyId={organization.keyId} />,
    [events, details, names, organization.keyId],
  );
  if (log.data === undefined) {
    return log.isError ? (
      <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />
    ) : (
      <Loading rows={8} />
    );
  }
  if (events.length === 0) return <Empty title="No changes yet" />;
  return (
    <>
      {table}
      <div className={styles.foot}>
        <p role="status">
          {log.hasNextPage
            ? `The newest ${counted(events.length, 'change')}`
            : `${counted(events.length, 'change')}, to the oldest that is kept`}
        </p>
        {hasOlder ? (
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show older changes
          </Button>
        ) : null}
      </div>
      {log.isError ? <ErrorNotice error={log.error} onRetry={() => void log.fetchNextPage()} /> : null}
    </>
  );
}

interface AuditTableProps {
  /** Newest first. */
  readonly events: readonly AuditLogEntry[];
  readonly details: ReadonlyMap<string, readonly Detail[]>;
  readonly names: ReadonlyMap<string, string>;
  readonly ownKeyId: string;
}

const AuditTable = ({ events, details, names, ownKeyId }: AuditTableProps) => (
  <DataTable
    caption="Changes"
    rows={events}
    rowKey={({ id }) => id}
    columns={[
      {
        title: 'Change',
        isHeader: true,
        cell: (event) => (
          <span className={styles.change}>
            {actionText(event.action)}
            <bdi className={styles.target}>{targetText(event, names)}</bdi>
            <span className={styles.request}>
              <Time value={event.at} />
            </span>
          </span>
        ),
      },
      { title: 'Details', cell: ({ id }) => <Details details={details.get(id) ?? []} /> },
      {
        title: 'Changed by',
        cell: ({ actor, requestId }) => (
          <span className={styles.change}>
            <Actor actor={actor} ownKeyId={ownKeyId} names={names} />
            {requestId === null ? null : (
              <span className={styles.request}>
                Request id <code>{requestId}</code>
              </span>
            )}
          </span>
        ),
      },
    ]}
  />
);

interface ActorProps {
  readonly actor: AuditLogEntry['actor'];
  readonly ownKeyId: string;
  readonly names: ReadonlyMap<string, string>;
}

function Actor({ actor: { type, keyId }, ownKeyId, names }: ActorProps) {
  if (type === 'operator' || keyId === null) return 'Operator of the service';
  return (
    <span title={keyId}>
      Key: <bdi>{names.get(keyId) ?? keyId}</bdi>
      {keyId === ownKeyId ? ' (this session)' : ''}
    </span>
  );
}

const Details = ({ details }: { readonly details: readonly Detail[] }) => (
  <ul className={styles.details}>
    {details.map(({ field, label, text, isTime, before }) => (
      <li key={field}>
        <span className={styles.label}>{label}:</span> {isTime ? <Time value={text} /> : <bdi>{text}</bdi>}
        {before === undefined ? null : (
          <span className={styles.before}>
            {' '}
            (before: {isTime ? <Time value={before} /> : <bdi>{before}</bdi>})
          </span>
        )}
      </li>
    ))}
  </ul>
);
