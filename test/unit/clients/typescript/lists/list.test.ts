import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FreightClient } from '../../../../../clients/typescript/src/index.ts';

/** A client whose requests this function answers; `queries` has the query of each request. */
function clientOf(answer: (query: URLSearchParams) => unknown) {
  const queries: string[] = [];
  const client = new FreightClient({
    apiKey: 'frk_test_key',
    baseUrl: 'http://localhost:1',
    fetch: async (url) => {
      const { searchParams } = new URL(url);
      queries.push(searchParams.toString());
      return Response.json(answer(searchParams));
    },
  });
  return { client, queries };
}

async function collect<Item, Value>(
  items: AsyncIterable<Item>,
  read: (item: Item) => Value,
): Promise<Value[]> {
  const values: Value[] = [];
  for await (const item of items) values.push(read(item));
  return values;
}

const number = (query: URLSearchParams, name: string, otherwise: number) =>
  Number(query.get(name) ?? otherwise);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

/** Quotes as the service lists them. */
const quotesPage = (all: readonly string[], query: URLSearchParams) => {
  const [offset, limit] = [number(query, 'offset', 0), number(query, 'limit', 20)];
  return {
    quotes: all.slice(offset, offset + limit).map((quote_id) => ({ quote_id })),
    pagination: { total_count: all.length, limit, offset },
  };
};

describe('an iteration', () => {
  it('over quotes has each quote once, in order, with a request for each page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 25 }),
        async (count, limit) => {
          const { client, queries } = clientOf((query) => quotesPage(ids(count), query));
          const found = await collect(client.quotes.list({ limit }), ({ quote_id }) => quote_id);
          expect(found).toEqual(ids(count));
          expect(queries).toHaveLength(Math.max(1, Math.ceil(count / limit)));
        },
      ),
    );
  });

  it('over quotes does not repeat a quote when new quotes move the pages', async () => {
    const all = ids(10);
    const { client } = clientOf((query) => {
      const page = quotesPage(all, query);
      all.unshift(`new-${all.length}`);
      return page;
    });
    const found = await collect(client.quotes.list({ limit: 3 }), ({ quote_id }) => quote_id);
    expect(found).toEqual(ids(10));
  });

  it('over terminals has each terminal once, with a request for each page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 10 }),
        async (count, limit) => {
          const { client, queries } = clientOf((query) => {
            const page = number(query, 'page', 1);
            const data = ids(count).slice((page - 1) * limit, page * limit);
            return {
              status: 'success',
              data: data.map((name) => ({ name, type: 'marine' })),
              pagination: {
                currentPage: page,
                totalPages: Math.ceil(count / limit),
                totalHits: count,
                hitsPerPage: limit,
              },
            };
          });
          const found = await collect(client.terminals.search({ query: 'port', limit }), ({ name }) => name);
          expect(found).toEqual(ids(count));
          expect(queries).toHaveLength(Math.max(1, Math.ceil(count / limit)));
          expect(queries.every((query) => query.includes('query=port'))).toBe(true);
        },
      ),
    );
  });

  it('over deliveries follows cursors, and ends if the service repeats a cursor', async () => {
    const pages: Record<string, [string[], string | null]> = {
      '': [['a', 'b'], 'c1'],
      c1: [['c'], 'c2'],
      c2: [['d'], 'c2'],
    };
    const { client, queries } = clientOf((query) => {
      const [data, next_cursor] = pages[query.get('cursor') ?? ''] ?? [[], null];
      return { status: 'success', data: data.map((id) => ({ id })), pagination: { next_cursor, limit: 2 } };
    });
    const list = client.deliveries.list('wh_1', { status: 'failed' });
    expect(await collect(list, ({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(queries).toEqual(['status=failed', 'status=failed&cursor=c1', 'status=failed&cursor=c2']);
  });

  it('over webhooks reads one page', async () => {
    const { client, queries } = clientOf(() => ({
      status: 'success',
      data: [{ id: 'wh_1' }, { id: 'wh_2' }],
    }));
    expect(await collect(client.webhooks.list(), ({ id }) => id)).toEqual(['wh_1', 'wh_2']);
    expect(queries).toHaveLength(1);
  });

  it('that stops early sends no further request, and a new one starts with the first page', async () => {
    const { client, queries } = clientOf((query) => quotesPage(ids(9), query));
    const list = client.quotes.list({ limit: 3 });
    for await (const { quote_id } of list) if (quote_id === 'id-1') break;
    expect(queries).toHaveLength(1);
    expect((await collect(list, ({ quote_id }) => quote_id)).length).toBe(9);
  });
});

describe('a list', () => {
  it('sends no request before it is awaited, and one for its first page', async () => {
    const { client, queries } = clientOf((query) => quotesPage(ids(9), query));
    const list = client.quotes.list({ limit: 4, offset: 2 });
    expect(queries).toEqual([]);
    const [first, again] = await Promise.all([list, list]);
    expect(first.items.map(({ quote_id }) => quote_id)).toEqual(['id-2', 'id-3', 'id-4', 'id-5']);
    expect(first.pagination).toEqual({ total_count: 9, limit: 4, offset: 2 });
    expect(again).toBe(first);
    expect(queries).toHaveLength(1);
  });

  it('has pages', async () => {
    const { client } = clientOf((query) => quotesPage(ids(5), query));
    const pages = await collect(client.quotes.list({ limit: 2 }).pages(), ({ items }) => items.length);
    expect(pages).toEqual([2, 2, 1]);
  });
});
