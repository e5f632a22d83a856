import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { definition as createContractRates } from '../../../functions/create-contract-rates/definition.ts';
import { definition as createRfpContractRates } from '../../../functions/create-rfp-contract-rates/definition.ts';
import { runKeyed } from '../../../shared/accounts/idempotency/answer-once.ts';
import type {
  KeyedAnswer,
  KeyedCall,
} from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import {
  deleteContractRateUseCase,
  replaceContractRateUseCase,
} from '../../../shared/contracts/change-contract-rate.ts';
import { createContractRatesUseCase } from '../../../shared/contracts/create-contract-rates.ts';
import type { CreatedRates, RateDocument } from '../../../shared/contracts/documents/rate-document.ts';
import { listContractRatesUseCase } from '../../../shared/contracts/list-contract-rates.ts';
import { createContractRateIds } from '../../../shared/contracts/rate/contract-rate-id.ts';
import { MAX_RATES_OF_A_LANE } from '../../../shared/contracts/rate/select-contract-rate.ts';
import { readContractRateUseCase } from '../../../shared/contracts/read-contract-rate.ts';
import type { ContractRateStore } from '../../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import { LANE_FULL } from '../../../shared/contracts/write-contract-rates.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { rateBody } from '../../support/contract-rate-body.ts';
import { createInMemoryContractRates } from '../../support/in-memory-contract-rates.ts';
import { NO_CUSTOMERS } from '../../support/named-customer.ts';
import { CALLER } from '../quotes/quoting-under-test.ts';

/** As many rows and digits as a table can have. */
const LARGE_TABLE = {
  ...{ method: 'table', region: 'US', miles: 'round_trip' },
  rows: Array.from({ length: 200 }, (_, at) => ({ from: (10_001 + at) / 1_000, per_mile: 10.0001 })),
};

const NOW = new Date('2026-11-23T12:00:00Z');

const places = createEmbeddedGeocoder();
const directory = buildEmbeddedDirectory(loadTerminals());

/** A call with an Idempotency-Key. */
const keyedCall = (key: string, bodyHash = key): KeyedCall => ({
  ...{ orgId: 'org_1', mode: 'test', operation: 'create-contract-rates', key, bodyHash, at: NOW },
});

/** The operations on rates in memory. @param change of the store, for example to fail. */
function contractOperations(
  change: (rates: ContractRateStore) => Partial<ContractRateStore> = () => ({}),
  customers = NO_CUSTOMERS,
) {
  const stored = createInMemoryContractRates();
  const rates = { ...stored, ...change(stored) };
  const answers = new Map<string, KeyedAnswer>();
  const ports = {
    rates,
    places,
    terminals: { current: async () => directory },
    newRateId: createContractRateIds(),
    now: () => NOW,
    customers,
    rememberAnswer: async (answer: KeyedAnswer) => {
      if (answers.has(answer.call.key)) return false;
      answers.set(answer.call.key, answer);
      return true;
    },
  };
  return {
    rates: stored,
    answers: {
      find: async ({ key }: KeyedCall) => {
        const answer = answers.get(key);
        return answer && { bodyHash: answer.call.bodyHash, body: answer.body, writtenBy: '' };
      },
    },
    create: createContractRatesUseCase(ports),
    replace: replaceContractRateUseCase(ports),
    delete: deleteContractRateUseCase(rates),
    read: readContractRateUseCase(rates, NO_CUSTOMERS),
    list: listContractRatesUseCase(rates, NO_CUSTOMERS),
  };
}

type Operations = ReturnType<typeof contractOperations>;
type Call = Parameters<Operations['create']>[2];

async function created(
  { create, answers }: Operations,
  rates: readonly unknown[],
  { skipInvalid = false, keyed }: { skipInvalid?: boolean; keyed?: Call } = {},
): Promise<CreatedRates> {
  const answer = await (keyed
    ? runKeyed(answers, keyed, (call) => create({ rates, skipInvalid }, CALLER, call))
    : create({ rates, skipInvalid }, CALLER));
  if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
  return 'replayed' in answer ? (JSON.parse(answer.replayed) as CreatedRates) : answer.body;
}
const errorsOf = async ({ create }: Operations, rates: readonly unknown[]) => {
  const answer = await create({ rates, skipInvalid: false }, CALLER);
  if (answer.ok) throw new Error('created');
  const { code, details } = answer.rejection;
  expect(code).toBe('CONTRACT_RATE_INVALID');
  return ((details?.errors ?? []) as { field: string; message: string }[]).map(
    ({ field, message }) => `${field} ${message}`,
  );
};
const listed = async (operations: Operations) =>
  (await operations.rates.list(CALLER, {}, 10_000)).rates.toReversed();

describe('new contract rates', () => {
  it('need the same rights on their table, whichever function writes them', () => {
    expect(createRfpContractRates.tables.contracts).toEqual(createContractRates.tables.contracts);
  });

  it('are stored with exact amounts and resolved places', async () => {
    const operations = contractOperations();
    const bodies = [
      rateBody({ amount: 1_234.56, minimum: 0.07, customer: ' Acmé ', external_id: 'A' }),
      rateBody({ rate_type: 'per_mile', amount: 2.8555, tiers: [{ from_volume: 5, amount: 2.0001 }] }),
      rateBody({ rate_type: 'percent_of_market', amount: 92.55, origin: 'ga', destination: '303' }),
      rateBody({ fuel: { method: 'per_mile', peg: 1.255, miles_per_gallon: 5.35 } }),
    ];
    const { rates } = await created(operations, bodies);
    expect(rates.map(({ index, version, status }) => [index, version, status])).toEqual(
      bodies.map((_, index) => [index, 1, 'created']),
    );
    expect(await listed(operations)).toMatchObject([
      { amount: 123_456, minimumCents: 7, customer: 'Acmé', externalId: 'A' },
      { amount: 28_555, tiers: [{ fromVolume: 5, amount: 20_001 }] },
      { amount: 9_255, origin: { key: 'state:GA' }, destination: { key: 'zip3:303' } },
      { fuel: { pegMills: 1_255, milesPerGallonHundredths: 535 } },
    ]);
  });

  it('of a name that can be several customers have a warning', async () => {
    const ambiguous = { customerId: null, isDeleted: false, isAmbiguous: true };
    const customers = { ...NO_CUSTOMERS, idsOf: async () => new Map([['Acme', ambiguous]]) };
    const rates = ['Acme', 'Acme Inc'].map((customer) => rateBody({ customer, effective_from: utcDay(NOW) }));
    const { warnings } = await created(contractOperations(undefined, customers), rates);
    expect(warnings).toEqual([
      {
        index: 0,
        message: '"Acme" can be several customers: the rate applies to this exact name only.',
      },
    ]);
  });

  it('overlap with those of other spellings of their customer', async () => {
    const acme = { customerId: 'CU-1', isDeleted: false, isAmbiguous: false };
    const idsOf = async (_: unknown, texts: readonly string[]) =>
      new Map(texts.filter((text) => text !== 'Other').map((text) => [text, acme]));
    const operations = contractOperations(undefined, { ...NO_CUSTOMERS, idsOf });
    await created(operations, [rateBody({ customer: 'Acme Inc' }), rateBody({ customer: 'Other' })]);
    const { overlaps } = await created(operations, [rateBody({ customer: 'Acme' })]);
    expect(overlaps.total).toBe(1);
  });

  it('are reported as rejected if other calls fill their lane while they are written', async () => {
    let isFirst = true;
    const operations = contractOperations(({ write }) => ({
      write: async (account, writes) => {
        if (isFirst) {
          isFirst = false;
          const others = Array.from({ length: MAX_RATES_OF_A_LANE }, (_, at) =>
            rateBody({ external_id: `other ${at}` }),
          );
          await created(operations, others);
        }
        return write(account, writes);
      },
    }));
    const { rates, rejected } = await created(operations, [rateBody(), rateBody({ destination: 'TX' })]);

    expect(rates.map(({ index, status }) => [index, status])).toEqual([[1, 'created']]);
    expect(rejected).toEqual([{ index: 0, errors: [{ field: 'rates[0].destination', message: LANE_FULL }] }]);
    expect(await listed(operations)).toHaveLength(MAX_RATES_OF_A_LANE + 1);
  });

  it('with large fuel tables are rejected if their lane has no room for their bytes', async () => {
    const operations = contractOperations();
    const bodies = Array.from({ length: MAX_RATES_OF_A_LANE }, () => rateBody({ fuel: LARGE_TABLE }));
    const { rates, rejected } = await created(operations, bodies, { skipInvalid: true });
    expect(rates.length).toBeGreaterThan(50);
    expect(rates.length + rejected.length).toBe(MAX_RATES_OF_A_LANE);
    expect(new Set(rejected.flatMap(({ errors }) => errors.map(({ message }) => message)))).toEqual(
      new Set([LANE_FULL]),
    );
    expect(await errorsOf(operations, [rateBody({ fuel: LARGE_TABLE })])).toEqual([
      `rates[0].destination ${LANE_FULL}`,
    ]);
    await created(operations, [rateBody()]);
  });

  it('are all rejected if one is invalid, with every error', async () => {
    const operations = contractOperations();
    expect(
      await errorsOf(operations, [
        rateBody(),
        rateBody({ amount: 0 }),
        rateBody({ amount: -5, minimun: 3 }),
        rateBody({ rate_type: 'per_mile', amount: 1_000.5, tiers: [{ from_volume: 5, amount: 1_001 }] }),
        rateBody({ amount: 1.005 }),
        rateBody({ effective_to: '2026-11-30', fuel: 'schedule' }),
        rateBody({ origin: 'Springfield', destination: 'Nowhere, ZZ' }),
        rateBody({ tiers: [5, 5].map((volume) => ({ from_volume: volume, amount: 1 })) }),
        rateBody({ amount: -1, effective_to: '2026-11-30', fuel: 'schedule' }),
        rateBody({ effective_from: 'soon', effective_to: '2026-11-30', fuel: { method: 'percent', of: 1 } }),
        'rate',
      ]),
    ).toEqual([
      'rates[1].amount must be a number from 0.0001 to 100000 with at most 4 decimals',
      'rates[2].minimun is not a field of this operation',
      'rates[2].amount must be a number from 0.0001 to 100000 with at most 4 decimals',
      'rates[3].amount must be a number from 0.0001 to 1000 with at most 4 decimals if rate_type is per_mile',
      'rates[3].tiers[0].amount must be a number from 0.0001 to 1000 with at most 4 decimals if rate_type is per_mile',
      'rates[4].amount must be a number from 0.01 to 100000 with at most 2 decimals if rate_type is flat',
      expect.stringMatching(/^rates\[5\]\.fuel must be included, market, or an object/),
      'rates[5].effective_to must not be before effective_from',
      expect.stringMatching(/^rates\[6\]\.origin is ambiguous; send one of Springfield, /),
      expect.stringMatching(/^rates\[6\]\.destination must be a terminal name/),
      'rates[7].tiers[1].from_volume must be greater than in the previous tier',
      'rates[8].amount must be a number from 0.0001 to 100000 with at most 4 decimals',
      expect.stringMatching(/^rates\[8\]\.fuel must be included, market, or an object/),
      'rates[8].effective_to must not be before effective_from',
      'rates[9].fuel.of is not a field of this operation',
      'rates[9].fuel.value is required',
      expect.stringMatching(/^rates\[9\]\.effective_from must be/),
      'rates[10] must be an object with the fields of a contract rate',
    ]);
    expect(await listed(operations)).toEqual([]);
  });

  it('report overlaps in the call and with stored rates, and whether their terms differ', async () => {
    const operations = contractOperations();
    const stored = await created(operations, [rateBody({ effective_to: '2026-12-31' })]);
    const body = await created(operations, [
      rateBody({ effective_from: '2026-12-31', effective_to: '2027-06-30' }),
      rateBody({ effective_from: '2027-06-30', amount: 851 }),
      rateBody({ effective_from: '2027-01-01', customer: 'Acme' }),
      rateBody({ effective_from: '2027-01-01', equipment_type: 'dryvan' }),
      rateBody({ effective_from: '2027-01-01', destination: '30318' }),
    ]);
    expect(body.overlaps).toEqual({
      total: 2,
      listed: [
        {
          index: 0,
          with_rate_id: stored.rates[0]?.rate_id,
          with_index: null,
          ...{ from: '2026-12-31', to: '2026-12-31', contradictory: false },
        },
        {
          index: 1,
          with_rate_id: body.rates[0]?.rate_id,
          with_index: 0,
          ...{ from: '2027-06-30', to: '2027-06-30', contradictory: true },
        },
      ],
    });
  });

  it('are written once, wherever earlier attempts of the call failed, also by concurrent calls', async () => {
    const step = fc.record({ writes: fc.integer({ min: 0, max: 8 }), parallel: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 4 }),
        fc.integer({ min: 1, max: 8 }),
        async (steps, count) => {
          let left = Number.POSITIVE_INFINITY;
          const operations = contractOperations(({ write }) => ({
            write: async (account, writes) => {
              const allowed = writes.slice(0, left);
              const outcomes = await write(account, allowed);
              left -= allowed.length;
              if (allowed.length < writes.length) throw new Error('crash');
              return outcomes;
            },
          }));
          const bodies = Array.from({ length: count }, (_, at) =>
            rateBody(at % 2 === 0 ? { amount: at + 1 } : { amount: at + 1, external_id: `E${at}` }),
          );
          const keyed = keyedCall('key');
          const call = () => created(operations, bodies, { keyed });
          for (const { writes, parallel } of steps) {
            left = writes;
            await Promise.allSettled(parallel ? [call(), call()] : [call()]);
          }
          left = Number.POSITIVE_INFINITY;
          const answer = await call();
          const amounts = (await listed(operations)).map(({ amount }) => amount / 100);
          expect(amounts.toSorted((one, other) => one - other)).toEqual(bodies.map(({ amount }) => amount));
          expect(answer.rates.map(({ version }) => version)).toEqual(bodies.map(() => 1));
          expect(await call()).toEqual(answer);
        },
      ),
    );
  });
});

async function withRate(fields: Readonly<Record<string, unknown>> = {}) {
  const operations = contractOperations();
  await operations.create({ rates: [rateBody(fields)], skipInvalid: false }, CALLER);
  const [rate] = (await operations.rates.list(CALLER, {}, 1)).rates;
  if (rate === undefined) throw new Error('not created');
  const { rateId } = rate;
  const read = async (query = {}): Promise<RateDocument> => {
    const answer = await operations.read(rateId, query, CALLER);
    if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
    return answer.body.rate;
  };
  const replace = (body: unknown) => operations.replace(rateId, body, CALLER);
  const listed = (query: Readonly<Record<string, string>>, accept?: string) =>
    operations.list({ query, accept }, CALLER);
  return { ...operations, rateId, readOne: read, replaceOne: replace, listed };
}

describe('a replacement of a contract rate', () => {
  it('changes nothing if the terms are equal, whatever version is expected', async () => {
    const { readOne, replaceOne } = await withRate();
    const first = await readOne();
    expect(await replaceOne({ ...first, version: 7 })).toMatchObject({ body: { rate: first } });
    expect(await readOne()).toEqual(first);
  });

  it('says how a place with namesakes was read', async () => {
    const { readOne, replaceOne } = await withRate();
    expect(await replaceOne(await readOne())).toMatchObject({ body: { warnings: [] } });
    const warnings = [
      expect.stringMatching(/^"Portland" is read as Portland, OR\. It can also be .*Portland, ME/),
    ];
    expect(await replaceOne({ ...(await readOne()), destination: 'Portland' })).toMatchObject({
      body: { rate: { destination: 'Portland, OR' }, warnings },
    });
  });

  it('is rejected if the external id is taken', async () => {
    const { create, replaceOne } = await withRate();
    await create({ rates: [rateBody({ external_id: 'B' })], skipInvalid: false }, CALLER);
    expect(await replaceOne(rateBody({ external_id: 'B' }))).toMatchObject({
      rejection: { code: 'CONTRACT_RATE_INVALID', details: { errors: [{ field: 'external_id' }] } },
    });
    expect(await replaceOne(rateBody({ amount: 0, version: 0 }))).toMatchObject({
      rejection: { details: { errors: [{ field: 'amount' }, { field: 'version' }] } },
    });
  });
});

describe('contract rates', () => {
  it('with large fuel tables are listed in pages that functions can answer', async () => {
    const operations = contractOperations();
    const count = 700;
    const bodies = Array.from({ length: count }, (_, at) =>
      rateBody({ fuel: LARGE_TABLE, customer: `Customer ${at}` }),
    );
    await created(operations, bodies);
    const customers = new Set<string>();
    for (let cursor: string | null = '', pages = 0; cursor !== null; pages += 1) {
      expect(pages).toBeLessThan(5);
      const answer = await operations.list(
        { query: { limit: '1000', ...(cursor === '' ? {} : { cursor }) }, accept: undefined },
        CALLER,
      );
      const text = JSON.stringify(answer.ok && 'json' in answer.body ? answer.body.json : undefined);
      expect(Buffer.byteLength(text)).toBeLessThan(4_100_000);
      const page = JSON.parse(text);
      for (const { customer } of page.rates) customers.add(customer);
      cursor = page.pagination.next_cursor;
    }
    expect(customers.size).toBe(count);
  });
});
