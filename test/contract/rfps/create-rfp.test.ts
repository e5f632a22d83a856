import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbIdempotencyStore } from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { KeyedAnswer, KeyedCall } from '../../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { UNSET_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { type CreateRfp, createRfpUseCase } from '../../../shared/rfps/create-rfp.ts';
import { describeRfp } from '../../../shared/rfps/documents/rfp-document.ts';
import { readRfpRequest } from '../../../shared/rfps/read-rfp-request.ts';
import { createRfpIds, parseRfpId, type RfpId } from '../../../shared/rfps/record/rfp-id.ts';
import { createDynamoDbRfpStore } from '../../../shared/rfps/store/dynamodb-rfp-store.ts';
import { bodyOf } from '../../support/answer-parts.ts';
import { createIdempotencyTable } from '../../support/dynamodb-local.ts';
import { NO_CUSTOMERS } from '../../support/named-customer.ts';
import { NOW, newAccount, startRfps, type Table, usedCalls } from './rfps-under-test.ts';

const LIMIT = 7;
let table: Table;
let create: CreateRfp;
let account: { billing: boolean } | undefined;
let store: Table['store'];
beforeAll(async () => {
  table = await startRfps();
  const { client, rfpsTable, usageTable } = table;
  const answers = createDynamoDbIdempotencyStore(client, await createIdempotencyTable(table.endpoint));
  store = table.store;
  create = createRfpUseCase({
    rfps: createDynamoDbRfpStore<KeyedAnswer>({
      ...{ client, rfpsTable, usageTable, now: () => NOW },
      composeExtraWrite: answers.putAnswer,
    }),
    ledger: {
      read: async (caller) =>
        account && {
          ...{ billing: account.billing, usageLimit: LIMIT, used: await usedCalls(table, caller) },
          count: () => Promise.reject(new Error('a creation counts by itself')),
          countAnswered: () => Promise.reject(new Error('a creation counts by itself')),
        },
    },
    strategies: { current: async () => ({ ...UNSET_STRATEGY, version: 4 }) },
    customers: NO_CUSTOMERS,
    answers,
    newRfpId: createRfpIds(),
    now: () => NOW,
  });
}, 180_000);
afterAll(() => table.stop());

const requestOf = (lanes: number, fields: object = {}) => {
  const items = Array.from({ length: lanes }, () => ({ origin: 'USLAX', destination: 'Phoenix, AZ' }));
  const request = readRfpRequest({ name: 'Drayage 2027', lanes: items, ...fields }, NOW);
  if (!request.ok) throw new Error(request.rejection.message);
  return { fields: request.body.fields, lanes: request.body.lanes ?? [] };
};
const callOf = ({ orgId, mode }: Account, bodyHash = 'hash'): KeyedCall => ({
  ...{ orgId, mode, operation: 'create-rfp', key: 'key', bodyHash, at: NOW },
});

describe('the creation of an RFP by a caller', () => {
  it('answers at once, fixes moment and strategy, and counts', async () => {
    account = { billing: true };
    const caller = newAccount();
    const answer = await create(requestOf(21, { contract_start: '2026-09-01' }), caller);
    const { rfp } = bodyOf(answer);
    expect(rfp).toMatchObject({
      ...{ rfp_id: parseRfpId(rfp.rfp_id), name: 'Drayage 2027', status: 'pricing', calls: 3 },
      lanes: { total: 21, priced: 0, failed: 0, excluded: 0 },
      ...{ created_at: NOW.toISOString(), updated_at: NOW.toISOString() },
    });
    const stored = await store.read(caller, rfp.rfp_id as RfpId);
    expect(stored && describeRfp(stored)).toEqual(rfp);
    expect(answer.ok && answer.headers).toMatchObject({ 'X-Usage-Used': '3', 'X-Usage-Remaining': '4' });
    expect((await store.read(caller, rfp.rfp_id as RfpId))?.pricing).toEqual({
      asOf: '2026-09-01T00:00:00.000Z',
      strategyVersion: 4,
    });
    const future = bodyOf(await create(requestOf(1, { contract_start: '2027-01-01' }), caller)).rfp;
    expect((await store.read(caller, future.rfp_id as RfpId))?.pricing.asOf).toBe(NOW.toISOString());
    expect(await usedCalls(table, caller)).toBe(4);
  });

  it('over the usage limit, without billing and for an unknown organization makes nothing', async () => {
    const caller = newAccount();
    account = { billing: true };
    const over = await create(requestOf(71), caller);
    expect(over).toMatchObject({
      ok: false,
      rejection: {
        ...{ kind: 'rate-limited', code: 'USAGE_LIMIT_EXCEEDED' },
        details: { used: 0, limit: 7, calls: 8, resets_at: '2026-11-01T00:00:00.000Z' },
      },
    });
    account = { billing: false };
    const unbilled = await create(requestOf(1), caller);
    expect(unbilled).toMatchObject({ ok: false, rejection: { code: 'BILLING_REQUIRED' } });
    account = undefined;
    expect(await create(requestOf(1), caller)).toMatchObject({
      ok: false,
      rejection: { kind: 'unauthorized' },
    });
    expect(await usedCalls(table, caller)).toBe(0);
  });

  it('with a key happens and counts once, even at the limit', async () => {
    account = { billing: true };
    const caller = newAccount();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create(requestOf(50), caller, callOf(caller))),
    );
    const ids = new Set(answers.map((answer) => bodyOf(answer).rfp.rfp_id));
    expect(ids.size).toBe(1);
    expect(await usedCalls(table, caller)).toBe(5);
    expect(bodyOf(await create(requestOf(50), caller, callOf(caller))).rfp.rfp_id).toBe([...ids][0]);
    expect(await create(requestOf(10), caller, callOf(caller, 'other'))).toMatchObject({
      ok: false,
      rejection: { code: 'IDEMPOTENCY_CONFLICT' },
    });
    expect(await usedCalls(table, caller)).toBe(5);
  });
});
