import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Account, KEY_MODES, type KeyMode } from '../../platform/account/account.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { DAY_MS } from '../../platform/time/utc-calendar.ts';
import {
  AUDIT_ACTIONS,
  AUDIT_RETENTION_DAYS,
  AUDIT_TARGETS,
  type AuditDetails,
  type AuditEvent,
  type AuditedChange,
  auditEvent,
  firstAuditEventIdAt,
  OPERATOR,
} from './audit-event.ts';

export interface AuditQuery {
  readonly limit: number;
  readonly after?: string;
}

export interface AuditPage {
  /** Newest first. A page can have fewer events than `limit` without being the last one. */
  readonly events: readonly AuditEvent[];
  /** `after` of the next page; absent on the last page. */
  readonly next?: string;
}

const text = v.pipe(v.string(), v.nonEmpty());

const eventItem = v.object({
  id: text,
  at: text,
  action: v.picklist(AUDIT_ACTIONS),
  target: v.object({ type: v.picklist(AUDIT_TARGETS), id: text }),
  author: v.variant('type', [
    v.object({ type: v.literal('key'), keyId: text, requestId: text }),
    v.object({ type: v.literal('operator') }),
  ]),
  details: v.exactOptional(
    v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())])),
  ),
});

const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;

/**
 * Puts events into the table with partition key `account` (`<orgId>#<mode>`), sort key `id` and time-to-live attribute
 * `ttl` (seconds). An event is written once: its ID is unique.
 */
export const createDynamoDbAuditWriter = (TableName: string) => ({
  /** The write that records an event together with the change itself. */
  record: (account: Account, event: AuditEvent): TransactItem => ({
    Put: {
      TableName,
      Item: {
        account: accountKey(account),
        ...event,
        ttl: Math.ceil(Date.parse(event.at) / 1000) + (AUDIT_RETENTION_DAYS * DAY_MS) / 1000,
      },
    },
  }),
});

export type AuditWriter = ReturnType<typeof createDynamoDbAuditWriter>;

/** The writes that record an operator's action on an organization, in the logs of these modes; default: of both. */
export function recordOrganizationChange(
  audit: AuditWriter,
  orgId: string,
  action: AuditedChange['action'],
  details: AuditDetails,
  at: Date,
  modes: readonly KeyMode[] = KEY_MODES,
): readonly TransactItem[] {
  const event = auditEvent({ action, target: { type: 'organization', id: orgId }, details }, OPERATOR, at);
  return modes.map((mode) => audit.record({ orgId, mode }, event));
}

/** Reads the table of `createDynamoDbAuditWriter`. Permission: `Query`. */
export function createDynamoDbAuditLog(client: DynamoDBDocumentClient, TableName: string) {
  return {
    /** Strongly consistent. Events older than `AUDIT_RETENTION_DAYS` are left out. */
    async list(account: Account, { limit, after }: AuditQuery, now: Date): Promise<AuditPage> {
      const oldest = firstAuditEventIdAt(now.getTime() - AUDIT_RETENTION_DAYS * DAY_MS);
      // DynamoDB rejects a range without keys.
      if (after !== undefined && after < oldest) return { events: [] };
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: '#account = :account AND #id BETWEEN :oldest AND :newest',
          ExpressionAttributeNames: { '#account': 'account', '#id': 'id' },
          ExpressionAttributeValues: {
            ':account': accountKey(account),
            ':oldest': oldest,
            // "~" sorts after every digit.
            ':newest': after ?? `${firstAuditEventIdAt(Number.MAX_SAFE_INTEGER)}~`,
          },
          ScanIndexForward: false,
          // BETWEEN includes `after`; one more shows whether there is a next page.
          Limit: limit + 2,
        }),
      );
      const found = Items.map((item) => v.parse(eventItem, item)).filter(({ id }) => id !== after);
      const events = found.slice(0, limit);
      const last = events.at(-1);
      // DynamoDB also ends a page of items after 1 MB.
      const hasMore = found.length > limit || LastEvaluatedKey !== undefined;
      return { events, ...(hasMore && last !== undefined ? { next: last.id } : {}) };
    },
  };
}

export type AuditLog = ReturnType<typeof createDynamoDbAuditLog>;
