import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { adviceFor } from '../../../clients/typescript/src/errors/error-advice.ts';
import { ApiError, readApiError } from '../../../clients/typescript/src/errors/errors.ts';
import {
  FreightClient,
  type RfpDetail,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../clients/typescript/src/index.ts';
import { newWebhookSecret, signatureHeaders } from '../../../shared/webhooks/sending/sign-payload.ts';

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly at: number;
}

/** A client whose requests this function answers, with what it sent and logged. */
function clientOf(answer: (sent: Sent, index: number) => Response | object, maxRetries = 4) {
  const sent: Sent[] = [];
  const logged: string[] = [];
  const client = new FreightClient({
    ...{ apiKey: 'frk_test_key', baseUrl: 'http://localhost:1', maxRetries },
    log: (entry) => logged.push(JSON.stringify(entry)),
    fetch: async (url, { method, headers, body }) => {
      const one = { method, url: new URL(url), headers: new Headers(headers), body, at: Date.now() };
      const answered = answer(one, sent.push(one) - 1);
      return answered instanceof Response ? answered : Response.json(answered);
    },
  });
  return { client, sent, logged, queries: () => sent.map(({ url }) => url.searchParams.toString()) };
}

async function collect<Item, Value>(
  items: AsyncIterable<Item>,
  read: (item: Item) => Value,
): Promise<Value[]> {
  const values: Value[] = [];
  for await (const item of items) values.push(read(item));
  return values;
}

describe('the methods of the client', () => {
  type Method = (...args: readonly unknown[]) => unknown;

  /** Public methods by name, those of members such as `uploads` with a dot. */
  function methodsOf(resource: object, prefix = ''): readonly (readonly [string, Method])[] {
    const members = [
      ...Object.getOwnPropertyNames(Object.getPrototypeOf(resource)),
      ...Object.keys(resource),
    ].filter((name) => name !== 'constructor' && name !== 'transport');
    return members.flatMap((name) => {
      const value: unknown = Reflect.get(resource, name);
      return typeof value === 'function'
        ? [[`${prefix}${name}`, (...args: readonly unknown[]) => value.call(resource, ...args)] as const]
        : methodsOf(value as object, `${prefix}${name}.`);
    });
  }
  const methods = (client: FreightClient) =>
    Object.entries(client).flatMap(([name, resource]) => methodsOf(resource, `${name}.`));

  it('are all in the README', () => {
    const readme = readFileSync(new URL('../../../clients/typescript/README.md', import.meta.url), 'utf8');
    const { client } = clientOf(() => ({}));
    const named = Object.entries(client).flatMap(([name, resource]) => {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
      const own = methodsOf(resource).map(([method]) => method.split('.')[0] ?? '');
      return [...new Set(own)].map((method) => `${name}.${method}: ${row.includes(`\`${method}\``)}`);
    });
    expect(named.filter((line) => line.endsWith('false'))).toEqual([]);
  });

  it('are retried after an error of the service, except for each POST that changes data without a key', async () => {
    const failing = () =>
      clientOf(() => new Response('{}', { status: 500, headers: { 'retry-after': '0' } }), 1);
    const names = methods(failing().client).map(([name]) => name);
    expect(names.length).toBeGreaterThan(50);
    const calls = names
      // It sends no request.
      .filter((name) => name !== 'webhooks.verify')
      .map(async (name) => {
        const { client, sent } = failing();
        await expect(
          Promise.resolve(new Map(methods(client)).get(name)?.('id', 'id', 'id', 'id')),
        ).rejects.toThrow();
        return {
          name,
          isPost: sent[0]?.method === 'POST',
          isKeyed: sent[0]?.headers.has('idempotency-key'),
          attempts: sent.length,
        };
      });
    const found = await Promise.all(calls);
    const unkeyed = found.filter(({ isPost, isKeyed }) => isPost && !isKeyed);
    expect(found.filter((call) => !unkeyed.includes(call) && call.attempts !== 2)).toEqual([]);
    const namesOf = (attempts: number) =>
      unkeyed.filter((call) => call.attempts === attempts).map(({ name }) => name);
    expect(namesOf(2).toSorted()).toEqual([
      ...[
        'chats.quote',
        'pricingStrategy.preview',
        'quotes.preview',
        'quotes.sheetOf',
        'rfps.makeContractRates',
      ],
    ]);
    expect(namesOf(1)).toEqual([
      ...['quotes.convert', 'quotes.decline', 'webhooks.rotateSecret', 'webhooks.test'],
      ...['deliveries.redeliver', 'deliveries.recover'],
    ]);
  });
});

describe('the error of a response', () => {
  const FACTS = { status: 400, requestId: 'req-1', retryAfter: undefined, attempts: 2 };
  const details = { errors: [{ field: 'origin', message: 'is required' }] };
  const errors = [{ index: 1, errors: ['originTerminal is unknown'] }];
  const suggestions = [{ index: 1, names: ['APM Elizabeth Terminal'] }];

  it.each([
    [
      { success: false, error: { code: 'not_found', message: 'No.' } },
      { name: 'GeneralApiError', code: 'not_found' },
    ],
    [{ error: { code: 'NO', message: 'No.', details } }, { name: 'QuotesApiError', code: 'NO', details }],
    [
      { error: { code: 400, message: 'No.' }, errors, suggestions },
      { name: 'RatesApiError', code: 400, laneErrors: errors, suggestions },
    ],
    [{ error: { code: 400, message: 'No.' } }, { laneErrors: [], suggestions: [] }],
    [{ message: 'Forbidden' }, { name: 'ApiError', code: 'unknown' }],
    [{ error: 'x' }, { name: 'ApiError', code: 'unknown' }],
    [{ error: { message: 1 } }, { name: 'ApiError', code: 'unknown' }],
  ])('with the body %j is %j', (body, expected) => {
    expect(readApiError(JSON.stringify(body), FACTS)).toMatchObject({ ...FACTS, ...expected });
  });

  it('is an ApiError with advice for any body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const error = readApiError(text, FACTS);
        expect(error instanceof ApiError && error.advice !== '').toBe(true);
      }),
    );
    expect(adviceFor('new_code', 401)).toBe(adviceFor('unauthorized', 401));
    expect(adviceFor('toString', 500)).toBe(adviceFor('internal_error', 500));
  });
});

describe('a list', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);
  const number = (query: URLSearchParams, name: string, otherwise: number) =>
    Number(query.get(name) ?? otherwise);
  /** Quotes as the service lists them. */
  const quotesPage = (all: readonly string[], query: URLSearchParams) => {
    const [offset, limit] = [number(query, 'offset', 0), number(query, 'limit', 20)];
    return {
      quotes: all.slice(offset, offset + limit).map((quote_id) => ({ quote_id })),
      pagination: { total_count: all.length, limit, offset },
    };
  };
  const terminalsPage = (all: readonly string[], query: URLSearchParams) => {
    const [page, limit] = [number(query, 'page', 1), number(query, 'limit', 20)];
    const totalPages = Math.ceil(all.length / limit);
    return {
      status: 'success',
      data: all.slice((page - 1) * limit, page * limit).map((name) => ({ name, type: 'marine' })),
      pagination: { currentPage: page, totalPages, totalHits: all.length, hitsPerPage: limit },
    };
  };

  it.each([
    [
      'quotes',
      quotesPage,
      (client: FreightClient, limit: number) =>
        collect(client.quotes.list({ limit }), ({ quote_id }) => quote_id),
    ],
    [
      'terminals',
      terminalsPage,
      (client: FreightClient, limit: number) =>
        collect(client.terminals.search({ query: 'port', limit }), ({ name }) => name),
    ],
  ])('of %s has each item once, in order, with a request for each page', async (_, page, read) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 25 }),
        async (count, limit) => {
          const { client, sent } = clientOf(({ url }) => page(ids(count), url.searchParams));
          expect(await read(client, limit)).toEqual(ids(count));
          expect(sent).toHaveLength(Math.max(1, Math.ceil(count / limit)));
        },
      ),
    );
  });

  it('does not repeat a quote when new quotes move the pages', async () => {
    const all = ids(10);
    const { client } = clientOf(({ url }) => {
      const page = quotesPage(all, url.searchParams);
      all.unshift(`new-${all.length}`);
      return page;
    });
    expect(await collect(client.quotes.list({ limit: 3 }), ({ quote_id }) => quote_id)).toEqual(ids(10));
  });

  it('of deliveries follows cursors, and ends if the service repeats a cursor', async () => {
    const pages: Record<string, [string[], string | null]> = {
      '': [['a', 'b'], 'c1'],
      c1: [['c'], 'c2'],
      c2: [['d'], 'c2'],
    };
    const { client, queries } = clientOf(({ url }) => {
      const [data, next_cursor] = pages[url.searchParams.get('cursor') ?? ''] ?? [[], null];
      return { status: 'success', data: data.map((id) => ({ id })), pagination: { next_cursor, limit: 2 } };
    });
    const list = client.deliveries.list('wh_1', { status: 'failed' });
    expect(await collect(list, ({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(queries()).toEqual(['status=failed', 'status=failed&cursor=c1', 'status=failed&cursor=c2']);
  });

  it('sends no request before it is awaited, one for its first page, and none after an early stop', async () => {
    const { client, sent } = clientOf(({ url }) => quotesPage(ids(9), url.searchParams));
    const list = client.quotes.list({ limit: 4, offset: 2 });
    expect(sent).toEqual([]);
    const [first, again] = await Promise.all([list, list]);
    expect(first.items.map(({ quote_id }) => quote_id)).toEqual(['id-2', 'id-3', 'id-4', 'id-5']);
    expect([again === first, sent.length]).toEqual([true, 1]);
    for await (const { quote_id } of client.quotes.list({ limit: 3 })) if (quote_id === 'id-1') break;
    expect(sent).toHaveLength(2);
    expect(await collect(client.quotes.list({ limit: 4 }).pages(), ({ items }) => items.length)).toEqual([
      4, 4, 1,
    ]);
  });
});

describe('an RFP', () => {
  const RFP_ID = `R-${'0'.repeat(27)}`;
  const withStatuses = (...statuses: readonly RfpDetail['status'][]) =>
    clientOf((_, index) => ({
      rfp: { rfp_id: RFP_ID, status: statuses[Math.min(index, statuses.length - 1)] },
    }));

  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is read at growing intervals of at most 5 s until it is priced or the caller stops', async () => {
    const { client, sent } = withStatuses('pricing');
    const waiting = new AbortController();
    const wait = client.rfps.waitUntilPriced(RFP_ID, { signal: waiting.signal });
    const ended = expect(wait).rejects.toBe('enough');
    await jest.advanceTimersByTimeAsync(25_000);
    const intervals = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    const expected = [500, 750, 1_125, 1_687, 2_531, 3_796, 5_000, 5_000];
    expect(intervals).toHaveLength(expected.length);
    for (const [index, interval] of intervals.entries())
      expect(Math.abs(interval - (expected[index] ?? 0))).toBeLessThanOrEqual(1);
    waiting.abort('enough');
    await ended;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(expected.length + 1);
  });

  it.each(['priced', 'awarded', 'closed', 'failed'] as const)('that is %s ends the wait', async (status) => {
    const { client, sent } = withStatuses('awaiting_upload', 'pricing', status);
    const wait = client.rfps.waitUntilPriced(RFP_ID);
    await jest.advanceTimersByTimeAsync(10_000);
    await expect(wait).resolves.toMatchObject({ rfp_id: RFP_ID, status });
    expect(sent).toHaveLength(3);
  });
});

describe('a webhook', () => {
  const AT = new Date('2026-11-02T15:04:05.000Z');
  const ID = 'evt_8k2m4q6s8v0x2z4b6d8f0h2j4k';
  const SECRET = newWebhookSecret();
  const EVENT = {
    id: ID,
    event: 'quote.created',
    created: AT.toISOString(),
    object: { type: 'x' },
    livemode: false,
  };
  const BODY = JSON.stringify(EVENT);
  const sign = (body = BODY, secrets = [SECRET]) => ({
    ...signatureHeaders({ id: ID, body: Buffer.from(body), secrets, at: AT }),
  });

  interface Given {
    readonly body?: string | Uint8Array | ArrayBuffer;
    readonly headers?: Parameters<typeof verifyWebhook>[1];
    readonly secret?: string;
    readonly secondsLater?: number;
    readonly toleranceSeconds?: number;
  }
  const verify = ({ body = BODY, headers = sign(), secret = SECRET, secondsLater = 0, ...options }: Given) =>
    verifyWebhook(body, headers, secret, { now: new Date(AT.getTime() + secondsLater * 1_000), ...options });
  const reasonOf = async (given: Given) => {
    const error: unknown = await verify(given).catch((reason: unknown) => reason);
    return error instanceof WebhookVerificationError ? error.reason : error;
  };
  const { 'webhook-signature': signature, ...unsigned } = sign();
  const other = sign(BODY, [newWebhookSecret()])['webhook-signature'];

  it.each<[string, Given]>([
    ['headers of fetch', { headers: new Headers(sign()) }],
    [
      'names in upper case and lists of one value',
      {
        headers: Object.fromEntries(
          Object.entries(sign()).map(([name, value]) => [name.toUpperCase(), [value]]),
        ),
      },
    ],
    ['a time at the end of the tolerance', { secondsLater: 300 }],
    ['a time at the start of the tolerance', { secondsLater: -300 }],
    ['a longer tolerance', { secondsLater: 900, toleranceSeconds: 900 }],
    [
      'a signature of the reference library',
      { headers: { ...unsigned, 'webhook-signature': new Webhook(SECRET).sign(ID, AT, BODY) } },
    ],
  ])('is accepted with %s', async (_, given) => {
    expect(await verify(given)).toEqual(EVENT);
  });

  it('is accepted as text or bytes, for any content, with each secret of a rotation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), async (object) => {
        const text = JSON.stringify({ ...EVENT, object });
        const bytes = new TextEncoder().encode(text);
        const secrets = [newWebhookSecret(), newWebhookSecret()];
        const headers = sign(text, secrets);
        for (const secret of secrets)
          for (const body of [text, bytes, bytes.buffer])
            expect(await verify({ body, headers, secret })).toEqual(JSON.parse(text));
      }),
      { numRuns: 30 },
    );
  });

  it('is rejected after a change of one byte of the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: BODY.length - 1 }), async (index) => {
        const body = new TextEncoder().encode(BODY);
        body[index] = (body[index] ?? 0) ^ 1;
        expect(await reasonOf({ body })).toBe('signature');
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [{ 'webhook-id': 'evt_other' }, 'signature'],
    [{ 'webhook-timestamp': String(AT.getTime() / 1000 + 1) }, 'signature'],
    [{ 'webhook-signature': signature.replace('v1,', 'v2,') }, 'signature'],
    [{ 'webhook-signature': signature.slice(0, -4) }, 'signature'],
    [{ 'webhook-signature': 'v1,!!!' }, 'signature'],
    [{ 'webhook-signature': other }, 'signature'],
    // More signatures than the service sends.
    [{ 'webhook-signature': [...Array(10).fill(other), signature].join(' ') }, 'signature'],
    ...['NaN', '1e9', '-1', ' 1793631845', 'Infinity'].map(
      (time) => [{ 'webhook-timestamp': time }, 'header'] as const,
    ),
    ...(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).flatMap(
      (name) =>
        [
          [{ [name]: undefined }, 'header'],
          [{ [name]: [sign()[name], sign()[name]] }, 'header'],
        ] as const,
    ),
  ])('is rejected with the headers %j, because of its %s', async (change, reason) => {
    expect(await reasonOf({ headers: { ...sign(), ...change } as NonNullable<Given['headers']> })).toBe(
      reason,
    );
  });

  it.each([301, -301])('is rejected %d s later, also with a valid signature', async (secondsLater) => {
    await expect(verify({ secondsLater })).rejects.toThrow(
      secondsLater > 0 ? '301 s in the past' : '301 s in the future',
    );
  });

  it.each([
    'not JSON',
    '[]',
    'null',
    '{"id":"evt_other","event":"quote.created","object":{}}',
    `{"id":"${ID}"}`,
  ])('is rejected with the signed body %s', async (body) => {
    expect(await reasonOf({ body, headers: sign(body) })).toBe('body');
  });
});
