import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditedChange, auditEvent, authorOf } from '../../accounts/audit/audit-event.ts';
import type { AuditWriter } from '../../accounts/audit/dynamodb-audit-log.ts';
import type { KeyedAnswer } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account, Caller } from '../../platform/account/account.ts';
import { namesIn } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { EventName } from '../events/event-names.ts';
import { countKey, createDynamoDbWebhookReader, toWebhookItem, webhookKey } from './dynamodb-webhooks.ts';
import { DISABLED_BY_OWNER, MAX_WEBHOOKS, type SealedSecret, type Webhook } from './webhook.ts';

/** Fields that an owner can change. */
export interface WebhookChange {
  readonly events?: readonly EventName[];
  readonly url?: string;
  /** Whether `url` is another one than before: this resets the failure count. */
  readonly isOtherUrl?: boolean;
  /**
   * True enables the webhook and resets its failure count. False disables it with `DISABLED_BY_OWNER`; a disabled
   * webhook keeps its reason.
   */
  readonly enabled?: boolean;
}

export interface DynamoDbWebhooks extends DynamoDbTable {
  readonly audit: AuditWriter;
  /** The write that stores a response for idempotency; `writtenBy` is unique to the transaction. */
  readonly rememberAnswer?: (answer: KeyedAnswer, writtenBy: string) => TransactItem;
}

/**
 * Stores webhooks in one DynamoDB table: one item for each webhook, and one with their number. The limit is a condition
 * on that number in the transaction that creates a webhook, so that concurrent calls cannot exceed it. Each change is an
 * event of the audit log in the same transaction.
 */
export function createDynamoDbWebhookStore({
  client,
  TableName,
  audit,
  rememberAnswer = () => {
    throw new TypeError('This store has no idempotency store.');
  },
}: DynamoDbWebhooks) {
  const { get, list } = createDynamoDbWebhookReader({ client, TableName });

  const recorded = (
    caller: Caller,
    at: Date,
    id: string,
    change: Omit<AuditedChange, 'target'>,
  ): TransactItem =>
    audit.record(caller, auditEvent({ ...change, target: { type: 'webhook', id } }, authorOf(caller), at));

  /** Updates a webhook together with its audit event; undefined if there is none. `#name` is the attribute `name`. */
  const update = async (
    caller: Caller,
    at: Date,
    id: string,
    { UpdateExpression, values }: { readonly UpdateExpression: string; readonly values: object },
    change: Omit<AuditedChange, 'target'>,
  ): Promise<Webhook | undefined> => {
    const unmet = await transactWrite(client, [
      {
        Update: {
          TableName,
          Key: webhookKey(caller, id),
          UpdateExpression,
          ConditionExpression: 'attribute_exists(pk)',
          ...namesIn(UpdateExpression),
          ExpressionAttributeValues: { ':at': at.toISOString(), ...values },
        },
      },
      recorded(caller, at, id, change),
    ]);
    // A transaction returns no attributes.
    return unmet.length > 0 ? undefined : get(caller, id);
  };

  return {
    get,
    list,

    /** `answer` is stored in the same transaction, for idempotency. */
    async create(
      webhook: Webhook,
      caller: Caller,
      answer?: KeyedAnswer,
    ): Promise<'created' | 'too-many' | 'extra-write-rejected'> {
      const token = randomUUID();
      const unmet = await transactWrite(
        client,
        [
          {
            Put: {
              TableName,
              Item: toWebhookItem(webhook),
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          {
            Update: {
              TableName,
              Key: countKey(webhook),
              UpdateExpression: 'ADD #count :one',
              ConditionExpression: 'attribute_not_exists(#count) OR #count < :most',
              ExpressionAttributeNames: { '#count': 'count' },
              ExpressionAttributeValues: { ':one': 1, ':most': MAX_WEBHOOKS[webhook.mode] },
            },
          },
          ...(answer === undefined ? [] : [rememberAnswer(answer, token)]),
          recorded(caller, new Date(webhook.createdAt), webhook.id, {
            action: 'webhook.created',
            details: { url: shownUrl(webhook.url), events: webhook.events, enabled: webhook.enabled },
          }),
        ],
        token,
      );
      const positions = unmet.map(({ position }) => position);
      // Ids are unique: a webhook with this id was written by an earlier attempt of the same request.
      if (positions.length === 0 || positions.includes(0)) return 'created';
      return positions.includes(2) ? 'extra-write-rejected' : 'too-many';
    },

    /** Whether an account is at its limit of webhooks. Only `create` enforces the limit. */
    async isFull(account: Account): Promise<boolean> {
      const Key = countKey(account);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Number(Item?.count ?? 0) >= MAX_WEBHOOKS[account.mode];
    },

    /** The changed webhook; undefined if there is none. */
    change(
      caller: Caller,
      id: string,
      { events, url, enabled, isOtherUrl = false }: WebhookChange,
      at: Date,
    ): Promise<Webhook | undefined> {
      const given = Object.entries({ events, url, enabled }).filter(([, value]) => value !== undefined);
      const removed = enabled === true ? DISABLING_ATTRIBUTES : isOtherUrl ? FAILURE_COUNT : [];
      const changes = {
        UpdateExpression: [
          'SET updatedAt = :at',
          ...given.map(([name]) => `, #${name} = :${name}`),
          enabled === false
            ? ', disabledReason = if_not_exists(disabledReason, :reason), disabledAt = if_not_exists(disabledAt, :at)'
            : '',
          removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : '',
        ].join(''),
        values: {
          ...Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
          ...(enabled === false ? { ':reason': DISABLED_BY_OWNER } : {}),
        },
      };
      const details = {
        ...(url === undefined ? {} : { url: shownUrl(url) }),
        ...(events === undefined ? {} : { events }),
        ...(enabled === undefined ? {} : { enabled }),
      };
      return update(caller, at, id, changes, { action: 'webhook.updated', details });
    },

    /** False if there is none. */
    async delete(caller: Caller, id: string, at: Date): Promise<boolean> {
      const unmet = await transactWrite(client, [
        {
          Delete: {
            TableName,
            Key: webhookKey(caller, id),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        {
          Update: {
            TableName,
            Key: countKey(caller),
            UpdateExpression: 'ADD #count :minus',
            ExpressionAttributeNames: { '#count': 'count' },
            ExpressionAttributeValues: { ':minus': -1 },
          },
        },
        recorded(caller, at, id, { action: 'webhook.deleted' }),
      ]);
      return unmet.length === 0;
    },

    /** The previous secret expires at `oldUntil`; an older one is removed. Undefined if there is no such webhook. */
    rotateSecret(
      caller: Caller,
      id: string,
      secret: SealedSecret,
      oldUntil: Date,
    ): Promise<Webhook | undefined> {
      const changes = {
        UpdateExpression:
          'SET updatedAt = :at, previousSecret = #secret, #secret = :secret, previousUntil = :until',
        values: { ':secret': secret, ':until': oldUntil.toISOString() },
      };
      return update(caller, new Date(secret.createdAt), id, changes, {
        action: 'webhook.secret_rotated',
        details: { previousSecretExpiresAt: oldUntil.toISOString() },
      });
    },
  };
}

export type WebhookStore = ReturnType<typeof createDynamoDbWebhookStore>;

/** A URL without user, password, query and fragment, which can contain secrets of the receiver. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

const FAILURE_COUNT = ['exhaustedCount', 'exhaustedSince'];
const DISABLING_ATTRIBUTES = ['disabledReason', 'disabledAt', ...FAILURE_COUNT];
