import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbIdempotencyStore } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type {
  IdempotencyStore,
  KeyedAnswer,
} from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { QuoteId } from '../../../../shared/quotes/record/quote-id.ts';
import { createDynamoDbShareCreation } from '../../../../shared/quotes/sharing/dynamodb-share-creation.ts';
import { createDynamoDbShareLinks } from '../../../../shared/quotes/sharing/dynamodb-share-links.ts';
import type { ShareLinks } from '../../../../shared/quotes/sharing/share-links.ts';
import { shareKey } from '../../../../shared/quotes/store/dynamodb-quote-items.ts';
import { createDynamoDbQuoteStore } from '../../../../shared/quotes/store/dynamodb-quote-store.ts';
import {
  createIdempotencyTable,
  createQuotesTable,
  startTestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { createInMemoryQuoteStore } from '../../../support/in-memory-quote-store.ts';
import { createInMemoryShareLinks } from '../../../support/in-memory-share-links.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { createInMemoryAnswers } from '../../../unit/accounts/idempotency/in-memory-idempotency-store.ts';
import { newAccount, quoteAt } from '../quotes-under-test.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const LATER = new Date('2026-11-23T13:00:00.000Z');
const EXPIRY = new Date('2026-12-07T12:00:00.000Z');
const link = (tokenHash: string) => ({
  ...{ tokenHash, createdAt: NOW.toISOString(), expiresAt: EXPIRY.toISOString() },
});
const answerOf = ({ orgId, mode }: Account, body: string): KeyedAnswer => ({
  call: { orgId, mode, operation: 'share-quote', key: 'key', bodyHash: 'hash', at: NOW },
  body,
});

interface Engine {
  readonly links: ShareLinks;
  readonly answers: IdempotencyStore;
  create(account: Account): Promise<QuoteId>;
  delete(account: Account, quoteId: QuoteId): Promise<unknown>;
  /** Whether an item of a link is stored. */
  isStored(account: Account, quoteId: QuoteId): Promise<boolean>;
  stop(): Promise<void>;
}

async function dynamoDb(): Promise<Engine> {
  const engine = await startTestDynamoDb();
  const [TableName, idempotency] = await Promise.all([
    createQuotesTable(engine.endpoint),
    createIdempotencyTable(engine.endpoint),
  ]);
  const client = localDocumentClient(engine.endpoint);
  const table = { client, TableName };
  const answers = createDynamoDbIdempotencyStore(client, idempotency);
  const quotes = createDynamoDbQuoteStore({ ...table, now: () => NOW });
  return {
    links: { ...createDynamoDbShareLinks(table), ...createDynamoDbShareCreation(table, answers) },
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
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

async function inMemory(): Promise<Engine> {
  const quotes = createInMemoryQuoteStore({ now: () => NOW });
  const known = new Set<string>();
  const answers = createInMemoryAnswers();
  const nameOf = ({ orgId, mode }: Account, quoteId: QuoteId) => `${orgId} ${mode} ${quoteId}`;
  const links = createInMemoryShareLinks((account, quoteId) => known.has(nameOf(account, quoteId)), answers);
  return {
    links,
    answers,
    create: async (account) => {
      const quote = quoteAt(NOW);
      await quotes.create(account, quote);
      known.add(nameOf(account, quote.quoteId));
      return quote.quoteId;
    },
    delete: async (account, quoteId) => {
      await links.revoke(account, quoteId);
      known.delete(nameOf(account, quoteId));
    },
    isStored: async (account, quoteId) => typeof (await links.read(account, quoteId)) === 'object',
    stop: async () => undefined,
  };
}

describe.each([
  ['DynamoDB', dynamoDb],
  ['memory', inMemory],
] as const)('share links in %s', (_, start) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());

  const shared = async (tokenHash = 'one') => {
    const account = newAccount();
    const quoteId = await engine.create(account);
    expect(await engine.links.replace(account, quoteId, link(tokenHash))).toBe('replaced');
    return { account, quoteId };
  };

  it('are read without views at first', async () => {
    const { account, quoteId } = await shared();
    expect(await engine.links.read(account, quoteId)).toEqual({ ...link('one'), views: 0 });
  });

  it('count 20 concurrent views exactly', async () => {
    const { account, quoteId } = await shared();
    const views = await Promise.all(
      Array.from({ length: 20 }, () => engine.links.countView(account, quoteId, 'one', LATER)),
    );
    expect(views).toEqual(Array(20).fill(true));
    expect(await engine.links.read(account, quoteId)).toEqual({
      ...link('one'),
      ...{ views: 20, lastViewedAt: LATER.toISOString() },
    });
  });

  it('count no view of another token, after the expiry, and of other quotes', async () => {
    const { account, quoteId } = await shared();
    const { links } = engine;
    const other = await engine.create(account);
    expect(await links.countView(account, quoteId, 'two', LATER)).toBe(false);
    expect(await links.countView(account, quoteId, 'one', EXPIRY)).toBe(false);
    expect(await links.countView(account, other, 'one', LATER)).toBe(false);
    expect(await links.countView({ ...account, mode: 'live' }, quoteId, 'one', LATER)).toBe(false);
    expect(await links.countView(account, quoteId, 'one', new Date(EXPIRY.getTime() - 1))).toBe(true);
    expect(await links.read(account, quoteId)).toMatchObject({ views: 1 });
    expect(await engine.isStored(account, other)).toBe(false);
  });

  it('are replaced with their views, also while they are viewed', async () => {
    const { account, quoteId } = await shared();
    await engine.links.countView(account, quoteId, 'one', LATER);
    await Promise.all([
      engine.links.replace(account, quoteId, link('two')),
      ...Array.from({ length: 10 }, () => engine.links.countView(account, quoteId, 'one', LATER)),
    ]);
    expect(await engine.links.read(account, quoteId)).toEqual({ ...link('two'), views: 0 });
  });

  it('are revoked once', async () => {
    const { account, quoteId } = await shared();
    const results = await Promise.all([1, 2].map(() => engine.links.revoke(account, quoteId)));
    expect(results.toSorted()).toEqual(['no-link', 'revoked']);
    expect(await engine.links.read(account, quoteId)).toBe('no-link');
    expect(await engine.links.countView(account, quoteId, 'one', LATER)).toBe(false);
  });

  it('are deleted with their quote', async () => {
    const { account, quoteId } = await shared();
    await engine.delete(account, quoteId);
    expect(await engine.isStored(account, quoteId)).toBe(false);
    expect(await engine.links.countView(account, quoteId, 'one', LATER)).toBe(false);
    expect(await engine.links.replace(account, quoteId, link('two'))).toBe('no-quote');
    expect(await engine.links.read(account, quoteId)).toBe('no-quote');
    expect(await engine.links.revoke(account, quoteId)).toBe('no-quote');
  });

  it('are not left over if their quote is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const account = newAccount();
      const quoteId = await engine.create(account);
      await Promise.all([
        engine.links.replace(account, quoteId, link('one')),
        engine.delete(account, quoteId),
      ]);
      expect(await engine.isStored(account, quoteId)).toBe(false);
    }
  });

  it('are stored with the answer of a call, and only once for it', async () => {
    const { account, quoteId } = await shared();
    const { links, answers } = engine;
    const results = await Promise.all(
      ['two', 'three'].map((hash) => links.replace(account, quoteId, link(hash), answerOf(account, hash))),
    );
    expect(results.toSorted()).toEqual(['answered', 'replaced']);
    const written = results[0] === 'replaced' ? 'two' : 'three';
    expect(await links.read(account, quoteId)).toMatchObject({ tokenHash: written });
    expect(await answers.find(answerOf(account, '').call)).toMatchObject({ body: written });
    // The answer stays after the deletion of the quote.
    await engine.delete(account, quoteId);
    expect(await links.replace(account, quoteId, link('four'), answerOf(account, 'four'))).toBe('answered');
  });
});

describe('share links in DynamoDB', () => {
  it('fail to count a view in a table that does not exist', async () => {
    const engine = await startTestDynamoDb();
    const client = localDocumentClient(engine.endpoint);
    try {
      const links = createDynamoDbShareLinks({ client, TableName: 'absent' });
      await expect(links.countView(newAccount(), quoteAt(NOW).quoteId, 'one', LATER)).rejects.toThrow(
        ResourceNotFoundException,
      );
    } finally {
      client.destroy();
      await engine.stop();
    }
  });
});
