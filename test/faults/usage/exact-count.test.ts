import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startDynamoDbLocal } from '../../../lib/local/engines/dynamodb-local.ts';
import { JAVA_DIR } from '../../support/dynamodb-local.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { type LossyDynamoDb, startLossyDynamoDb, type WireFault } from '../../support/lossy-dynamodb.ts';
import { type Answer, createOrganization, type TestOrganization } from '../../support/service-under-test.ts';

const LANE = {
  originTerminal: 'APM Elizabeth Terminal',
  destinationCity: 'Newark',
  destinationState: 'NJ',
};
const BAD_LANES = [{}, { ...LANE, destinationCity: 'St. Louis' }, { ...LANE, originTerminal: 'Nowhere' }];

let engine: Awaited<ReturnType<typeof startDynamoDbLocal>>;
let wire: LossyDynamoDb;
let service: LocalService;

beforeAll(async () => {
  // An engine of its own: requests of other test files would delay a thousand calls at once beyond their timeouts.
  engine = await startDynamoDbLocal(JAVA_DIR);
  wire = await startLossyDynamoDb(engine.endpoint);
  service = await startLocalService({ dynamodbEndpoint: wire.endpoint });
});

afterAll(async () => {
  await service.stop();
  await wire.stop();
  await engine.stop();
});

let earlierLogs = 0;

beforeEach(() => {
  wire.disturb(() => undefined);
  earlierLogs = service.logs.length;
});

/** Distinct causes of responses with 500 in this test. */
const causesOfFailures = () => [
  ...new Set(
    service.logs
      .slice(earlierLogs)
      .filter((line) => line.includes('"API_CALL_FAILED"'))
      .map((line) => JSON.parse(line) as { errorName: string; errorMessage: string })
      .map(({ errorName, errorMessage }) => `${errorName}: ${errorMessage}`),
  ),
];

/** On an enterprise plan with a request rate that does not limit the test. */
const organizationOf = (usageLimit: number) =>
  createOrganization(
    service,
    ...['--plan', 'enterprise', '--requests-per-minute', '600000', '--usage-limit', String(usageLimit)],
  );

const price = ({ apiKey }: TestOrganization, lane: unknown = LANE, idempotencyKey?: string) =>
  service.call('POST', '/api/v1/rates', {
    key: apiKey,
    body: [lane],
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  });

const used = async ({ apiKey }: TestOrganization) => {
  const { json } = await service.call('GET', '/api/v1/usage', { key: apiKey });
  return (json as { data: { used: number } }).data.used;
};

/** The successes have the distinct remaining values limit - 1 to 0, and the rejections 0 and the time of the reset. */
function expectRemaining(answers: readonly Answer[], limit: number): void {
  const fields = answers.map(({ status, headers }) => {
    const [, remaining, reset] =
      /^"monthly-rates";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
    return { status, remaining: Number(remaining), reset: Number(reset), wait: headers.get('retry-after') };
  });
  const successes = fields.filter(({ status }) => status === 200);
  expect(successes.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
    Array.from({ length: limit }, (_, index) => limit - 1 - index),
  );
  expect(successes.filter(({ wait }) => wait !== null)).toEqual([]);
  const rejections = fields.filter(({ status }) => status === 429);
  expect(
    rejections.filter(
      ({ remaining, reset, wait }) => remaining !== 0 || !(reset >= 1) || wait !== String(reset),
    ),
  ).toEqual([]);
}

const withStatus = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);

/** The SDK's retry quota pays for 50 lost connections at once; with more it gives up without a retry. */
const MOST_FAULTS = 30;

/** Injects a fault into the first request of every third count, so that the SDK's retry succeeds. */
function disturbFirstSendings(): void {
  const faults: readonly WireFault[] = ['applied-then-broken', 'lost', 'applied-then-broken'];
  let counts = 0;
  let injected = 0;
  wire.disturb(({ operation, attempt }) => {
    if (!/^(UpdateItem|TransactWriteItems)$/.test(operation) || attempt > 1) return undefined;
    counts += 1;
    // One of them by a time-out, which takes seconds.
    const fault = counts === 10 ? 'applied-then-silent' : faults[counts % 9];
    if (fault === undefined || injected === MOST_FAULTS) return undefined;
    injected += 1;
    return fault;
  });
}

const QUOTE = {
  origin: 'Savannah, GA',
  destination: 'Atlanta, GA',
  equipment_type: 'container_20',
  pickup_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
};

const quote = ({ apiKey }: TestOrganization, idempotencyKey?: string) =>
  service.call('POST', '/api/v1/quotes', {
    key: apiKey,
    body: QUOTE,
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  });

/** Quotes that are counted, and quotes that are there. */
const quotesOf = async ({ apiKey }: TestOrganization) => {
  const usage = await service.call('GET', '/api/v1/usage', { key: apiKey });
  const list = await service.call('GET', '/api/v1/quotes?limit=1', { key: apiKey });
  return [
    (usage.json as { data: { quotes: { used: number } } }).data.quotes.used,
    (list.json as { pagination: { total_count: number } }).pagination.total_count,
  ];
};

describe('the count of quotes', () => {
  it.each([[], ['--quote-limit', '25']])(
    'equals the distinct successes with repeats and lost answers (%p %p)',
    async (...limit) => {
      const organization = await createOrganization(
        service,
        ...['--plan', 'enterprise', '--requests-per-minute', '600000', ...limit],
      );
      disturbFirstSendings();
      const keys = Array.from({ length: 10 }, (_, index) => `quote-${index}`);

      const [plain, keyed] = await Promise.all([
        Promise.all(Array.from({ length: 30 }, () => quote(organization))),
        // Three calls at once with each key.
        Promise.all(keys.flatMap((key) => [key, key, key]).map((key) => quote(organization, key))),
      ]);

      const made = keys.filter(
        (_, index) => withStatus(keyed.slice(3 * index, 3 * index + 3), 200).length > 0,
      );
      const distinct = withStatus(plain, 200).length + made.length;
      expect([...plain, ...keyed].filter(({ status }) => ![200, 429].includes(status))).toEqual([]);
      expect(distinct).toBe(limit.length > 0 ? 25 : 40);
      expect(await quotesOf(organization)).toEqual([distinct, distinct]);
    },
  );
});

describe('a quote with constant write conflicts', () => {
  it('is answered 429 with Retry-After, counts nothing, and is created by a retry', async () => {
    const organization = await createOrganization(service, '--quote-limit', '5');
    wire.disturb(({ operation }) => (operation === 'TransactWriteItems' ? 'conflict' : undefined));
    const answers = await Promise.all([quote(organization), quote(organization, 'met')]);
    wire.disturb(() => undefined);

    for (const { status, headers, json } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([429, '1']);
      expect(json).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED', details: {} } });
    }
    expect(await quotesOf(organization)).toEqual([0, 0]);
    expect((await quote(organization, 'met')).status).toBe(200);
    expect(await quotesOf(organization)).toEqual([1, 1]);
  });
});

describe('the count of usage', () => {
  it('permits exactly 500 of 1,000 concurrent calls at a limit of 500', async () => {
    const organization = await organizationOf(500);

    const answers = await Promise.all(Array.from({ length: 1_000 }, () => price(organization)));

    // DynamoDB Local can close a connection under this load: that call gets 500, and may have been counted.
    const dropped = withStatus(answers, 500).length;
    const succeeded = withStatus(answers, 200).length;
    expect(succeeded).toBeLessThanOrEqual(500);
    expect(succeeded + dropped).toBeGreaterThanOrEqual(500);
    expect(dropped < 10 ? [] : causesOfFailures()).toEqual([]);
    expect(dropped).toBeLessThan(10);
    const rejections = withStatus(answers, 429).map(({ json }) => JSON.stringify(json));
    expect([succeeded + dropped + rejections.length, ...new Set(rejections)]).toEqual([
      1_000,
      JSON.stringify({
        error: {
          code: 429,
          type: 'usage_limit_exceeded',
          message: 'API usage limit exceeded. Current usage: 500, Limit: 500',
        },
      }),
    ]);
    expect(await used(organization)).toBe(500);
    if (dropped === 0) expectRemaining(answers, 500);
  });

  it.each([1_000, 120])(
    'equals the distinct successes at a limit of %d, with failures, repeats and lost answers',
    async (limit) => {
      const organization = await organizationOf(limit);
      disturbFirstSendings();
      const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);

      const plain = Array.from({ length: 120 }, () => price(organization));
      const failing = Array.from({ length: 60 }, (_, index) => price(organization, BAD_LANES[index % 3]));
      // Three calls at once with each key.
      const keyed = keys.flatMap((key) => [key, key, key]).map((key) => price(organization, LANE, key));
      const [plainAnswers, failed, keyedAnswers] = await Promise.all([
        Promise.all(plain),
        Promise.all(failing),
        Promise.all(keyed),
      ]);

      const priced = keys.map((_, index) => withStatus(keyedAnswers.slice(3 * index, 3 * index + 3), 200));
      const distinct =
        withStatus(plainAnswers, 200).length + priced.filter(({ length }) => length > 0).length;
      expect(causesOfFailures()).toEqual([]);
      expect([...plainAnswers, ...keyedAnswers].filter(({ status }) => ![200, 429].includes(status))).toEqual(
        [],
      );
      expect(withStatus(failed, 400)).toHaveLength(60);
      for (const answers of priced) expect(new Set(answers.map(({ text }) => text)).size).toBeLessThan(2);
      expect(distinct).toBe(Math.min(limit, 160));
      expect(await used(organization)).toBe(distinct);
    },
  );

  it('does not count a repeated key if the response of its first call was lost', async () => {
    const organization = await organizationOf(1);
    wire.disturb(({ operation }) => (operation === 'TransactWriteItems' ? 'applied-then-broken' : undefined));
    const unheard = await price(organization, LANE, 'unheard');
    wire.disturb(() => undefined);

    const again = await price(organization, LANE, 'unheard');
    const third = await price(organization, LANE, 'unheard');

    expect(unheard.status).toBe(500);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(third.text).toBe(again.text);
    expect(await used(organization)).toBe(1);
  });

  it('counts a repeated key once if its first call did not reach the table', async () => {
    const organization = await organizationOf(1);
    wire.disturb(({ operation }) => (operation === 'TransactWriteItems' ? 'lost' : undefined));
    const lost = await price(organization, LANE, 'lost');
    wire.disturb(() => undefined);
    const before = await used(organization);

    const again = await price(organization, LANE, 'lost');

    expect([lost.status, before]).toEqual([500, 0]);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(await used(organization)).toBe(1);
  });
});
