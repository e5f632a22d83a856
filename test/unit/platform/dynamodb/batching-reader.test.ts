import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { batchingReader } from '../../../../shared/platform/dynamodb/batching-reader.ts';

interface Sent {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly { readonly pk: string }[] }>>;
}

/** A client that answers each key with an item of that key, or fails. */
function clientUnderTest(failure?: Error) {
  const sent: Sent['RequestItems'][] = [];
  const send = async ({ input }: { input: Sent }) => {
    sent.push(input.RequestItems);
    if (failure !== undefined) throw failure;
    const tables = Object.entries(input.RequestItems);
    return { Responses: Object.fromEntries(tables.map(([table, { Keys }]) => [table, Keys])) };
  };
  return { read: batchingReader({ send } as unknown as DynamoDBDocumentClient), sent };
}

const of = (pk: string) => ({ Keys: [{ pk }] });

describe('reads in one event loop turn', () => {
  it('share a request, and each gets its own items', async () => {
    const { read, sent } = clientUnderTest();
    const [one, other] = await Promise.all([read({ usage: of('a') }), read({ market: of('b') })]);

    expect(sent).toEqual([{ usage: of('a'), market: of('b') }]);
    expect(one.get('usage')).toEqual([{ pk: 'a' }]);
    expect(other.get('market')).toEqual([{ pk: 'b' }]);
  });

  it('are sent separately for the same table', async () => {
    const { read, sent } = clientUnderTest();
    const [one, other] = await Promise.all([read({ market: of('a') }), read({ market: of('b') })]);

    expect(sent).toHaveLength(2);
    expect([one.get('market'), other.get('market')]).toEqual([[{ pk: 'a' }], [{ pk: 'b' }]]);
  });

  it('are sent separately above 100 keys in total', async () => {
    const { read, sent } = clientUnderTest();
    const keys = (count: number) => ({
      Keys: Array.from({ length: count }, (_, index) => ({ pk: `${index}` })),
    });

    await Promise.all([read({ usage: of('a') }), read({ market: keys(100) }), read({ quotes: keys(99) })]);

    expect(sent.map((requested) => Object.keys(requested))).toEqual(
      expect.arrayContaining([['market'], ['usage', 'quotes']]),
    );
  });

  it('fail together', async () => {
    const { read } = clientUnderTest(new Error('gone'));
    const outcomes = await Promise.allSettled([read({ usage: of('a') }), read({ market: of('b') })]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('do not wait for reads of the next turn', async () => {
    const { read, sent } = clientUnderTest();
    await read({ usage: of('a') });
    await read({ market: of('b') });
    expect(sent).toEqual([{ usage: of('a') }, { market: of('b') }]);
  });
});
