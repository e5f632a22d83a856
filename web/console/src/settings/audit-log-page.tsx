import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ApiKey, AuditLogEntry } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { count, counted } from '../format/numbers.ts';
import { DataTable, MAX_ROWS } from '../shell/data-table.tsx';
import { Empty, ErrorNotice, Loaded } from '../shell/feedback.tsx';
import { Page, Time } from '../shell/page.tsx';
import { type Scope, scopeNames } from './key-rules.ts';

const PAGE_SIZE = 50;

export default function AuditLogPage() {
  const { organization, notAdmin } = useSession();
  return (
    <Page
      title="Audit log"
      lead={`Who changed keys, webhooks, share links, the pricing strategy and the organization, in ${organization.mode} mode. Changes are kept for 400 days.`}
      blocked={notAdmin}
    >
      <AuditLog />
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
  const events = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const details = detailsOf(events);
  const names = keyNamesOf(keys.data ?? [], events);
  const hasOlder = log.hasNextPage && events.length < MAX_ROWS;
  if (log.data === undefined) return <Loaded query={log}>{() => null}</Loaded>;
  if (events.length === 0) return <Empty title="No changes yet" />;
  return (
    <>
      <DataTable
        caption="Changes"
        rows={events}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Change',
            isHeader: true,
            cell: (event) => (
              <span className="cell-stack">
                {actionText(event.action)}
                <bdi className="dimmed">{targetText(event, names)}</bdi>
                <span className="small">
                  <Time value={event.at} />
                </span>
              </span>
            ),
          },
          { title: 'Details', cell: ({ id }) => <Details details={details.get(id) ?? []} /> },
          {
            title: 'Changed by',
            cell: ({ actor, requestId }) => (
              <span className="cell-stack">
                <Actor actor={actor} ownKeyId={organization.keyId} names={names} />
                {requestId === null ? null : (
                  <span className="small">
                    Request id <code>{requestId}</code>
                  </span>
                )}
              </span>
            ),
          },
        ]}
      />
      <div className="spread">
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
      <ErrorNotice error={log.error} onRetry={() => void log.fetchNextPage()} />
    </>
  );
}

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
  <ul className="plain cell-stack">
    {details.map(({ field, label, text, isTime, before }) => (
      <li key={field}>
        <span className="dimmed">{label}:</span> {isTime ? <Time value={text} /> : <bdi>{text}</bdi>}
        {before === undefined ? null : (
          <span className="dimmed"> (before: {isTime ? <Time value={before} /> : <bdi>{before}</bdi>})</span>
        )}
      </li>
    ))}
  </ul>
);

/** Actions whose words are not those of their name. */
const ACTIONS: Readonly<Record<string, string>> = {
  'webhook.secret_rotated': 'Signing secret of a webhook rotated',
  'share_link.created': 'Share link of a quote created',
  'share_link.revoked': 'Share link of a quote revoked',
  'organization.limits_changed': 'Limits changed',
  'organization.plan_changed': 'Plan changed',
  'organization.sharing_changed': 'Sharing of loads changed',
  'organization.exported': 'Data of the organization exported',
  'organization.gateway_key_rotated': 'Gateway key rotated',
  'organization.mail_changed': 'Senders of mails changed',
  'event.sent': 'Event sent to webhooks',
  'quotes.copied': 'Deleted quotes restored',
  'quotes.recounted': 'Counts of quotes corrected',
};

/** The change in plain words: "pricing_strategy.replaced" is "Pricing strategy changed". */
function actionText(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ').replace(/(replaced|updated)$/, 'changed');
  return ACTIONS[action] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

type Value = AuditLogEntry['details'][string];

const FIELDS: Readonly<Record<string, string>> = {
  prefix: 'Key begins with',
  scopes: 'Scopes',
  expiresAt: 'Expires',
  newKeyId: 'New key',
  oldKeyExpiresAt: 'Old key works until',
  previousSecretExpiresAt: 'Old secret works until',
  url: 'URL',
  events: 'Events',
  enabled: 'Deliveries',
  plan: 'Plan',
  requestsPerMinute: 'Requests per minute',
  usageLimit: 'Rate calls per month',
  quoteLimit: 'Quotes per month',
  billing: 'Billing information',
  event: 'Event',
  eventId: 'Event id',
  quotes: 'Quotes',
  from: 'Restored table',
};
/** The resource has it next to the action. */
const NAME = 'name';
const ORDER = Object.keys(FIELDS);
/** Position of a field; unknown fields are last. */
const rank = (field: string): number => (ORDER.indexOf(field) + ORDER.length + 1) % (ORDER.length + 1);
const TIMES = new Set(['expiresAt', 'oldKeyExpiresAt', 'previousSecretExpiresAt']);

interface Detail {
  readonly field: string;
  readonly label: string;
  readonly text: string;
  /** Whether `text` is a time, ISO 8601. */
  readonly isTime: boolean;
  /** The value before the change, if a loaded event has it and it differs. */
  readonly before: string | undefined;
}

function valueText(field: string, value: Value): string {
  if (field === 'enabled') return value === true ? 'on' : 'off';
  if (field === 'billing') return value === true ? 'recorded' : 'missing';
  if (field === 'scopes' && Array.isArray(value)) return scopeNames(value as Scope[]);
  if (Array.isArray(value)) return value.join(', ');
  if (value === null) return field === 'quoteLimit' ? 'no limit' : 'none';
  return typeof value === 'number' ? count(value) : String(value);
}

/**
 * The facts of each event, with the value before the change where an older loaded event of the same resource has it.
 * @param events newest first.
 */
function detailsOf(events: readonly AuditLogEntry[]): ReadonlyMap<string, readonly Detail[]> {
  const last = new Map<string, string>();
  const details = new Map<string, readonly Detail[]>();
  for (const { id, target, details: values } of [...events].reverse()) {
    const resource = `${target.type} ${target.id}`;
    details.set(
      id,
      Object.entries(values)
        .filter(([field]) => field !== NAME)
        .sort(([a], [b]) => rank(a) - rank(b))
        .map(([field, value]) => {
          const text = valueText(field, value);
          const place = `${resource} ${field}`;
          const before = last.get(place);
          last.set(place, text);
          return {
            field,
            label: Object.hasOwn(FIELDS, field) ? (FIELDS[field] ?? field) : field,
            text,
            isTime: TIMES.has(field) && typeof value === 'string',
            before: before === text ? undefined : before,
          };
        }),
    );
  }
  return details;
}

/** Names of keys by id: of existing keys, and of deleted ones that a loaded event names. */
function keyNamesOf(
  keys: readonly Pick<ApiKey, 'id' | 'name'>[],
  events: readonly AuditLogEntry[],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { target, details } of events) {
    if (target.type !== 'key' || typeof details.name !== 'string') continue;
    names.set(target.id, details.name);
    if (typeof details.newKeyId === 'string') names.set(details.newKeyId, details.name);
  }
  for (const { id, name } of keys) names.set(id, name);
  return names;
}

/** The changed resource, next to the action. Its name is not a detail as well. */
function targetText({ target, details }: AuditLogEntry, keyNames: ReadonlyMap<string, string>): string {
  if (target.type === 'key') return keyNames.get(target.id) ?? target.id;
  if (target.type === 'pricing_strategy' || target.type === 'accessorial_tariff')
    return `Version ${target.id}`;
  if (target.type === 'organization' && typeof details.name === 'string') return details.name;
  if (target.type === 'webhook' && typeof details.url === 'string') return details.url;
  return target.id;
}
