import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDynamoDbAuditLog,
  createDynamoDbAuditWriter,
} from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import {
  createDynamoDbIdempotencyStore,
  type IdempotencyStore,
  type KeyedAnswer,
} from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account, Caller } from '../../../../shared/platform/account/account.ts';
import type { QuoteId } from '../../../../shared/quotes/record/stored-quote.ts';
import {
  createDynamoDbShareLinks,
  type ShareLinks,
} from '../../../../shared/quotes/sharing/dynamodb-share-links.ts';
import { shareKey } from '../../../../shared/quotes/store/dynamodb-quote-items.ts';
import {
  createAuditTable,
  createIdempotencyTable,
  createQuotesTable,
  startTestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { newAccount, quoteAt, storeOn } from '../quotes-under-test.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const LATER = new Date('2026-11-23T13:00:00.000Z');
const EXPIRY = new Date('2026-12-07T12:00:00.000Z');
const newLink = (tokenHash: string) => ({
  ...{ tokenHash, createdBy: 'key_1', createdAt: NOW.toISOString(), expiresAt: EXPIRY.toISOString() },
});
const { tokenHash: _, ...LINK } = newLink('');
const answerOf = ({ orgId, mode }: Account, body: string): KeyedAnswer => ({
  call: { orgId, mode, operation: 'share-quote', key: 'key', bodyHash: 'hash', at: NOW },
  body,
});
const newCaller = (): Caller => ({ ...newAccount(), keyId: 'key_1', requestId: 'request' });

interface Engine {
  readonly links: ShareLinks;
  readonly answers: IdempotencyStore;
  create(account: Account): Promise<QuoteId>;
  delete(account: Account, quoteId: QuoteId): Promise<unknown>;
  /** Whether an item of a link is stored. */
  isStored(account: Account, quoteId: QuoteId): Promise<boolean>;
  /** Actions and details of the audit log, oldest first. */
  audited(account: Account): Promise<readonly unknown[]>;
  stop(): Promise<void>;
}

async function dynamoDb(): Promise<Engine> {
  const engine = await startTestDynamoDb();
  const [TableName, idempotency, auditTable] = await Promise.all([
    createQuotesTable(engine.endpoint),
    createIdempotencyTable(engine.endpoint),
    createAuditTable(engine.endpoint),
  ]);
  const client = localDocumentClient(engine.endpoint);
  const table = { client, TableName };
  const auditLog = createDynamoDbAuditLog(client, auditTable);
  const answers = createDynamoDbIdempotencyStore(client, idempotency);
  const quotes = storeOn(table, { now: NOW });
  const eventsOf = async (account: Account) => (await auditLog.list(account, { limit: 100 }, NOW)).events;
  return {
    links: createDynamoDbShareLinks({ ...table, audit: createDynamoDbAuditWriter(auditTable), answers }),
    answers,
    create: async (account) => {
      const quote = quoteAt(NOW);
      await quotes.create(account, quote);
      return quote.quoteId;
    },
    delete: (account, quoteId) => quotes.delete(account, quoteId),
    isStored: async (account, quoteId) => {
      const get = new GetCommand({ TableName, Key: shareKey(account, quoteId), ConsistentRead: true });
      return (await client.send(get)).Item !== undefined;
    },
    audited: async (account) => (await eventsOf(account)).toReversed(),
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

describe('share links in DynamoDB', () => {
  let engine: Engine;
  let links: ShareLinks;
  beforeAll(async () => {
    engine = await dynamoDb();
    links = engine.links;
  });
  afterAll(() => engine.stop());

  /** Hashes are unique, as those of random tokens. */
  let hashes = 0;
  const newHash = () => `hash-${hashes++}`;
  const shared = async () => {
    const caller = newCaller();
    const quoteId = await engine.create(caller);
    const hash = newHash();
    expect(await links.replace(caller, quoteId, newLink(hash))).toBe('replaced');
    return { caller, quoteId, hash };
  };
  const viewed = async (hash: string, at = LATER) => (await links.countView(hash, at)) !== undefined;

  it('are read without views at first, and lead to their quote', async () => {
    const { caller, quoteId, hash } = await shared();
    expect(await links.read(caller, quoteId)).toEqual({ ...LINK, views: 0 });
    const { orgId, mode } = caller;
    expect(await links.countView(hash, LATER)).toEqual({ account: { orgId, mode }, quoteId });
  });

  it('count 20 concurrent views exactly', async () => {
    const { caller, quoteId, hash } = await shared();
    const views = await Promise.all(Array.from({ length: 20 }, () => viewed(hash)));
    expect(views).toEqual(Array(20).fill(true));
    expect(await links.read(caller, quoteId)).toEqual({
      ...LINK,
      ...{ views: 20, lastViewedAt: LATER.toISOString() },
    });
  });

  it('count no view of another token and after the expiry', async () => {
    const { caller, quoteId, hash } = await shared();
    expect(await viewed('unknown')).toBe(false);
    expect(await viewed(hash, EXPIRY)).toBe(false);
    expect(await viewed(hash, new Date(EXPIRY.getTime() - 1))).toBe(true);
    expect(await links.read(caller, quoteId)).toMatchObject({ views: 1 });
  });

  it('are replaced with their views, also while they are viewed', async () => {
    const { caller, quoteId, hash } = await shared();
    const second = newHash();
    await viewed(hash);
    await Promise.all([
      links.replace(caller, quoteId, newLink(second)),
      ...Array.from({ length: 10 }, () => viewed(hash)),
    ]);
    expect(await links.read(caller, quoteId)).toEqual({ ...LINK, views: 0 });
    expect([await viewed(hash), await viewed(second)]).toEqual([false, true]);
  });

  it('that are created at the same moment leave one that works', async () => {
    const caller = newCaller();
    const quoteId = await engine.create(caller);
    const created = Array.from({ length: 8 }, newHash);
    const results = await Promise.all(created.map((hash) => links.replace(caller, quoteId, newLink(hash))));
    expect(new Set(results)).toEqual(new Set(['replaced']));
    const working = await Promise.all(created.map((hash) => viewed(hash)));
    expect(working.filter(Boolean)).toEqual([true]);
  });

  it('are revoked once', async () => {
    const { caller, quoteId, hash } = await shared();
    const results = await Promise.all([1, 2].map(() => links.revoke(caller, quoteId, LATER)));
    expect(results.toSorted()).toEqual(['no-link', 'revoked']);
    expect(await links.read(caller, quoteId)).toBe('no-link');
    expect(await viewed(hash)).toBe(false);
  });

  it('are deleted with their quote', async () => {
    const { caller, quoteId, hash } = await shared();
    await engine.delete(caller, quoteId);
    expect(await engine.isStored(caller, quoteId)).toBe(false);
    expect(await viewed(hash)).toBe(false);
    expect(await links.expiryDay(caller, quoteId)).toBeUndefined();
    expect(await links.replace(caller, quoteId, newLink(newHash()))).toBe('no-quote');
    expect(await links.read(caller, quoteId)).toBe('no-quote');
    expect(await links.revoke(caller, quoteId, LATER)).toBe('no-quote');
  });

  it('are not left over if their quote is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const caller = newCaller();
      const quoteId = await engine.create(caller);
      await Promise.all([links.replace(caller, quoteId, newLink(newHash())), engine.delete(caller, quoteId)]);
      expect(await engine.isStored(caller, quoteId)).toBe(false);
    }
  });

  it('are stored with the answer of a call, and only once for it', async () => {
    const { caller, quoteId } = await shared();
    const { answers } = engine;
    const [two, three] = [newHash(), newHash()];
    const results = await Promise.all(
      [two, three].map((hash) => links.replace(caller, quoteId, newLink(hash), answerOf(caller, hash))),
    );
    expect(results.toSorted()).toEqual(['answered', 'replaced']);
    const [written, other] = results[0] === 'replaced' ? [two, three] : [three, two];
    expect([await viewed(written), await viewed(other)]).toEqual([true, false]);
    expect(await answers.find(answerOf(caller, '').call)).toMatchObject({ body: written });
    // The answer stays after the deletion of the quote.
    await engine.delete(caller, quoteId);
    const repeated = links.replace(caller, quoteId, newLink(newHash()), answerOf(caller, 'four'));
    expect(await repeated).toBe('answered');
  });

  it('are listed by account, newest quote first, without expired ones', async () => {
    const { caller, quoteId: oldest } = await shared();
    const quoteIds = [oldest];
    for (let index = 0; index < 4; index++) quoteIds.push(await engine.create(caller));
    // Ids of one millisecond have no order of creation.
    quoteIds.sort().reverse();
    const [newest, expired] = quoteIds as [QuoteId, QuoteId];
    for (const quoteId of quoteIds) {
      const expiresAt = quoteId === expired ? LATER.toISOString() : EXPIRY.toISOString();
      await links.replace(caller, quoteId, { ...newLink(newHash()), expiresAt });
    }
    const listed: QuoteId[] = [];
    let after: QuoteId | undefined;
    do {
      const page = await links.list(caller, LATER, 2, after);
      expect(page.shares.length).toBeLessThanOrEqual(2);
      listed.push(...page.shares.map(({ quoteId }) => quoteId));
      after = page.next;
    } while (after !== undefined);
    expect(listed).toEqual(quoteIds.filter((quoteId) => quoteId !== expired));
    expect((await links.list(caller, LATER, 1)).shares).toEqual([{ quoteId: newest, ...LINK, views: 0 }]);
    expect(await links.list({ ...caller, mode: 'live' }, LATER, 2)).toEqual({ shares: [] });
  });

  it('have audit events of each creation and revocation, and of nothing else', async () => {
    const { caller, quoteId } = await shared();
    await links.replace(caller, quoteId, newLink(newHash()));
    await links.revoke(caller, quoteId, LATER);
    await links.revoke(caller, quoteId, LATER);
    const event = { target: { type: 'quote', id: quoteId }, author: { type: 'key', keyId: 'key_1' } };
    const created = { ...event, action: 'share_link.created', details: { expiresAt: EXPIRY.toISOString() } };
    expect(await engine.audited(caller)).toMatchObject([
      created,
      created,
      { ...event, action: 'share_link.revoked' },
    ]);
    expect(JSON.stringify(await engine.audited(caller))).not.toContain('hash-');
  });

  it('fail to count a view in a table that does not exist', async () => {
    const { endpoint, stop } = await startTestDynamoDb();
    const client = localDocumentClient(endpoint);
    try {
      const absent = createDynamoDbShareLinks({ client, TableName: 'absent' });
      await expect(absent.countView('one', LATER)).rejects.toThrow(ResourceNotFoundException);
    } finally {
      client.destroy();
      await stop();
    }
  });
});
