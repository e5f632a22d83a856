import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type AuditedChange, auditEvent, authorOf } from '../../accounts/audit/audit-event.ts';
import type { AuditWriter } from '../../accounts/audit/dynamodb-audit-log.ts';
import type {
  DynamoDbIdempotencyStore,
  KeyedAnswer,
} from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import { type Account, type Caller, KEY_MODES } from '../../platform/account/account.ts';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { parseQuoteId, type QuoteId } from '../record/stored-quote.ts';
import { headKey, readQuoteHead, shareKey, sharesKey } from '../store/dynamodb-quote-items.ts';

/** A link to store. Times are ISO 8601 UTC. */
export interface NewShareLink {
  /** `shareTokenHash`: the token itself is not stored. */
  readonly tokenHash: string;
  /** Id of the API key. */
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface ShareLink extends Omit<NewShareLink, 'tokenHash'> {
  readonly views: number;
  /** Absent before the first view. */
  readonly lastViewedAt?: string;
}

/** `no-quote`: the account has no such quote. */
export type MissingLink = 'no-quote' | 'no-link';

export interface SharedQuote {
  readonly account: Account;
  readonly quoteId: QuoteId;
}

export interface SharePage {
  /** By quote, newest quote first. A page can have fewer links than its limit without being the last one. */
  readonly shares: readonly (ShareLink & { readonly quoteId: QuoteId })[];
  /** `after` of the next page; absent on the last page. */
  readonly next?: QuoteId;
}

const id = v.custom<QuoteId>((value) => parseQuoteId(value) !== undefined);

const linkItem = v.object({
  sk: id,
  createdBy: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  viewCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  lastViewedAt: v.exactOptional(v.string()),
});

function readLinkItem(item: unknown): SharePage['shares'][number] {
  const { sk: quoteId, viewCount: views, ...link } = v.parse(linkItem, item);
  return { quoteId, ...link, views };
}

const tokenKey = (tokenHash: string) => ({ pk: `share#${tokenHash}`, sk: 'share' });

const tokenItem = v.object({ orgId: v.string(), mode: v.picklist(KEY_MODES), quoteId: id });

function readTokenItem(item: unknown): SharedQuote {
  const { quoteId, ...account } = v.parse(tokenItem, item);
  return { account, quoteId };
}

/**
 * The items of a new link. The link of a quote has one key, and decides by its hash whether a token is valid; an item of
 * an earlier token leads to a link with another hash. DynamoDB deletes both up to days after the expiry.
 */
function shareItems(account: Account, quoteId: QuoteId, link: NewShareLink) {
  const { orgId, mode } = account;
  const ttl = Math.ceil(Date.parse(link.expiresAt) / 1000);
  return [
    { ...shareKey(account, quoteId), ...link, viewCount: 0, ttl },
    { ...tokenKey(link.tokenHash), orgId, mode, quoteId, ttl },
  ];
}

interface ShareTable extends QuoteTable {
  /** For functions that create and revoke links. */
  readonly audit?: AuditWriter;
  /** For functions that create links. */
  readonly answers?: DynamoDbIdempotencyStore;
}

export type ShareLinks = ReturnType<typeof createDynamoDbShareLinks>;

/**
 * Share links in the table of quotes, at most one for each quote. The deletion of a quote deletes its link in the same
 * transaction. Reads are strongly consistent.
 */
export function createDynamoDbShareLinks({ client, TableName, audit, answers }: ShareTable) {
  const table = { client, TableName };

  const auditWrites = (
    caller: Caller,
    quoteId: QuoteId,
    at: Date,
    change: Pick<AuditedChange, 'action' | 'details'>,
  ) => {
    const event = auditEvent({ ...change, target: { type: 'quote', id: quoteId } }, authorOf(caller), at);
    return audit === undefined ? [] : [audit.record(caller, event)];
  };

  return {
    /** The link, also if it has expired. */
    async read(account: Account, quoteId: QuoteId): Promise<ShareLink | MissingLink> {
      const get = new GetCommand({ TableName, Key: shareKey(account, quoteId), ConsistentRead: true });
      const { Item } = await client.send(get);
      if (Item === undefined) {
        const head = await readQuoteHead(table, account, quoteId);
        return head === undefined ? 'no-quote' : 'no-link';
      }
      const { quoteId: _, ...link } = readLinkItem(Item);
      return link;
    },

    /** A page of the links that have not expired. */
    async list(account: Account, now: Date, limit: number, after?: QuoteId): Promise<SharePage> {
      const query = new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: 'expiresAt > :now',
        ExpressionAttributeValues: { ':pk': sharesKey(account), ':now': now.toISOString() },
        ScanIndexForward: false,
        Limit: limit,
        ...(after && { ExclusiveStartKey: shareKey(account, after) }),
      });
      const { Items = [], LastEvaluatedKey } = await client.send(query);
      return { shares: Items.map(readLinkItem), ...(LastEvaluatedKey && { next: LastEvaluatedKey.sk }) };
    },

    /**
     * Counts a view at a moment. Concurrent views are all counted.
     * @returns the quote of the token; undefined if the token has no link, or the link has expired.
     */
    async countView(tokenHash: string, at: Date): Promise<SharedQuote | undefined> {
      const get = new GetCommand({ TableName, Key: tokenKey(tokenHash), ConsistentRead: true });
      const { Item } = await client.send(get);
      if (Item === undefined) return undefined;
      const shared = readTokenItem(Item);
      // It returns no attributes, since its right covers only the named ones.
      const update = new UpdateCommand({
        TableName,
        Key: shareKey(shared.account, shared.quoteId),
        UpdateExpression: 'ADD viewCount :one SET lastViewedAt = :now',
        ConditionExpression: 'tokenHash = :hash AND expiresAt > :now',
        ExpressionAttributeValues: { ':one': 1, ':hash': tokenHash, ':now': at.toISOString() },
      });
      try {
        await retryConflicts(() => client.send(update));
        return shared;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return undefined;
        throw error;
      }
    },

    /** The expiry day of a quote in any status; undefined without such a quote. */
    async expiryDay(account: Account, quoteId: QuoteId): Promise<UtcDay | undefined> {
      return (await readQuoteHead(table, account, quoteId))?.expiryDay;
    },

    /**
     * Stores a link in place of the earlier one, with 0 views. `answered`: the Idempotency-Key of `answer` has an answer,
     * and nothing was written.
     * @throws ContendedWriteError if other writes came first each time.
     */
    async replace(
      caller: Caller,
      quoteId: QuoteId,
      link: NewShareLink,
      answer?: KeyedAnswer,
    ): Promise<'replaced' | 'no-quote' | 'answered'> {
      const { createdAt, expiresAt } = link;
      const writtenBy = randomUUID();
      const Key = headKey(caller, quoteId);
      const created = { action: 'share_link.created', details: { expiresAt } } as const;
      const unmet = await transactWrite(
        client,
        [
          { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
          ...shareItems(caller, quoteId, link).map((Item) => ({ Put: { TableName, Item } })),
          ...auditWrites(caller, quoteId, new Date(createdAt), created),
          ...(answer && answers ? [answers.putAnswer(answer, writtenBy)] : []),
        ],
        writtenBy,
      );
      if (unmet.length === 0) return 'replaced';
      const earlier = answer && (await answers?.find(answer.call));
      // A repeated request fails on the answer that its first sending wrote.
      if (earlier?.writtenBy === writtenBy) return 'replaced';
      const isWithoutQuote = unmet.some(({ position }) => position === 0);
      return isWithoutQuote && earlier === undefined ? 'no-quote' : 'answered';
    },

    /** Deletes the link, also if it has expired. */
    async revoke(caller: Caller, quoteId: QuoteId, at: Date): Promise<'revoked' | MissingLink> {
      const Key = shareKey(caller, quoteId);
      // The token of a transaction lets the SDK repeat a deletion whose response was lost.
      const unmet = await transactWrite(client, [
        { Delete: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
        ...auditWrites(caller, quoteId, at, { action: 'share_link.revoked' }),
      ]);
      if (unmet.length === 0) return 'revoked';
      return (await readQuoteHead(table, caller, quoteId)) === undefined ? 'no-quote' : 'no-link';
    },
  };
}
