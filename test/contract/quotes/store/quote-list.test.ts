import { describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { QuoteFilter, QuoteId } from '../../../../shared/quotes/record/stored-quote.ts';
import type { QuoteStore } from '../../../support/in-memory-quote-store.ts';
import { localTable, newAccount, quoteMaker, storeOn } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const DECLINE = { reason: 'price' } as const;

type Decide = (store: QuoteStore, account: Account, quoteId: QuoteId) => Promise<unknown>;

const convert: Decide = (store, account, quoteId) => store.convert(account, quoteId);
const decline: Decide = (store, account, quoteId) => store.decline(account, quoteId, DECLINE);
const revise: Decide = (store, account, quoteId) =>
  store.create(account, { ...quoteMaker()(NOON), revises: quoteId });

/** A store of three quotes. After a list has read its counts and before it reads rows, `decide` is called for one. */
async function listWhileDeciding(decide: Decide, filter: QuoteFilter) {
  const { client, TableName, stop } = await localTable();
  const clock = { now: NOON };
  const store = storeOn({ client, TableName }, clock);
  const account = newAccount();
  const made = quoteMaker();
  const quotes = [made(NOON), made(NOON), made(NOON)] as const;
  for (const quote of quotes) await store.create(account, quote);
  const { quoteId } = quotes[1];

  let queries = 0;
  const listing = new Proxy(client, {
    get: (target, name) =>
      name === 'send'
        ? async (command: { readonly constructor: { readonly name: string } }) => {
            // The first query reads counts.
            if (command.constructor.name === 'QueryCommand' && ++queries === 2)
              await decide(store, account, quoteId);
            return target.send(command as never);
          }
        : Reflect.get(target, name),
  });
  const page = await storeOn({ client: listing, TableName }, clock).list(account, filter, 20, 0);
  await stop();
  expect(queries).toBeGreaterThan(1);
  return { listed: page.rows.map((row) => row.quoteId), quoteId, all: quotes.map((quote) => quote.quoteId) };
}

describe('a list of quotes, one of which is decided on while the list is read', () => {
  it.each([
    ['converted', convert],
    ['declined', decline],
    ['revised', revise],
  ] as const)('has the quote that is %s, the first with this decision', async (_, decide) => {
    const { listed, all } = await listWhileDeciding(decide, {});
    expect(listed).toEqual(expect.arrayContaining(all));
  });

  it('has a quote that is declined in a list of active quotes', async () => {
    const { listed, quoteId } = await listWhileDeciding(decline, { status: 'active' });
    expect(listed).toContain(quoteId);
  });

  it('has no quote that is converted in a list of active quotes', async () => {
    const { listed, quoteId } = await listWhileDeciding(convert, { status: 'active' });
    expect(listed).not.toContain(quoteId);
    expect(listed).toHaveLength(2);
  });
});
