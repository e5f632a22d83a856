import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runKeyed } from '../../../shared/accounts/idempotency/answer-once.ts';
import {
  createDynamoDbIdempotencyStore,
  type KeyedCall,
} from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import type { Answer } from '../../../shared/platform/http/outcome.ts';
import { UNSET_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { addFileAddressUseCase, createRfpUseCase } from '../../../shared/rfps/create-rfp.ts';
import { type CreatedRfpAnswer, describeRfp } from '../../../shared/rfps/documents/rfp-document.ts';
import { readRfpRequest } from '../../../shared/rfps/read-rfp-request.ts';
import { createRfpIds, parseRfpId, type RfpId } from '../../../shared/rfps/record/stored-rfp.ts';
import { createDynamoDbRfpStore } from '../../../shared/rfps/store/dynamodb-rfp-store.ts';
import { bodyOf } from '../../support/answer-parts.ts';
import { createIdempotencyTable } from '../../support/dynamodb-local.ts';
import { NO_CUSTOMERS } from '../../support/named-customer.ts';
import { NOW, newAccount, startRfps, type Table, usedCalls } from './rfps-under-test.ts';

const LIMIT = 7;
let table: Table;
let now = NOW;
let create: ReturnType<typeof createRfpUseCase>;
let account: { billing: boolean } | undefined;
let store: Table['store'];
beforeAll(async () => {
  table = await startRfps();
  const { client, rfpsTable, usageTable } = table;
  const answers = createDynamoDbIdempotencyStore(client, await createIdempotencyTable(table.endpoint));
  store = table.store;
  const createRfp = createRfpUseCase({
    rfps: createDynamoDbRfpStore({
      ...{ client, rfpsTable, usageTable, now: () => now },
      putAnswer: answers.putAnswer,
    }),
    usageOf: async (caller) =>
      account && { billing: account.billing, usageLimit: LIMIT, used: await usedCalls(table, caller) },
    strategies: { current: async () => ({ ...UNSET_STRATEGY, version: 4 }) },
    customers: NO_CUSTOMERS,
    newRfpId: createRfpIds(),
    now: () => now,
  });
  create = async (request, caller, keyed) =>
    keyed ? runKeyed(answers, keyed, (call) => createRfp(request, caller, call)) : createRfp(request, caller);
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

const rfpOf = (answer: Answer<CreatedRfpAnswer>): CreatedRfpAnswer['rfp'] => {
  if (!answer.ok) throw new Error(answer.rejection.message);
  return 'replayed' in answer ? JSON.parse(answer.replayed).rfp : answer.body.rfp;
};

const addAddress = addFileAddressUseCase(
  {
    put: async (key, { contentType, seconds }) => ({
      url: `https://bucket.test/${key}?seconds=${seconds}`,
      method: 'PUT',
      headers: { 'content-type': contentType, 'if-none-match': '*' },
    }),
  },
  () => now,
);

/** Creates an RFP whose lanes come by a file. */
const sendLater = async (caller: Account, keyed?: KeyedCall) => {
  const { fields } = requestOf(1);
  return addAddress(caller, await create({ fields, lanes: undefined }, caller, keyed));
};

describe('an RFP whose lanes come by a file', () => {
  it('is stored with the address for its file, at no usage', async () => {
    account = { billing: true };
    const caller = newAccount();
    const rfp = rfpOf(await sendLater(caller));
    expect(rfp).toMatchObject({
      ...{ status: 'awaiting_upload', calls: 0, priced_as_of: null, error: null },
      lanes: { total: 0 },
      upload_until: '2026-10-07T18:00:00.000Z',
      upload: {
        url: `https://bucket.test/organizations/${caller.orgId}/test/rfps/${rfp.rfp_id}.rfp.csv?seconds=3600`,
        headers: { 'if-none-match': '*' },
        expires_at: '2026-10-07T18:00:00.000Z',
      },
    });
    const rfpId = parseRfpId(rfp.rfp_id);
    if (rfpId === undefined) throw new Error('no id');
    expect(await store.read(caller, rfpId)).toMatchObject({ state: 'awaiting_upload', run: 0 });
    expect(await usedCalls(table, caller)).toBe(0);
  });

  it('is made once for each key, and a repeated call gets a new address until it expires', async () => {
    const caller = newAccount();
    const answers = await Promise.all([1, 2, 3].map(() => sendLater(caller, callOf(caller))));
    const ids = new Set(answers.map((answer) => rfpOf(answer).rfp_id));
    expect(ids.size).toBe(1);
    now = new Date(NOW.getTime() + 600_000);
    const again = rfpOf(await sendLater(caller, callOf(caller)));
    expect(again.upload).toMatchObject({
      url: expect.stringMatching(/seconds=3000$/),
      expires_at: again.upload_until,
    });
    now = new Date(NOW.getTime() + 3_600_000);
    expect(rfpOf(await sendLater(caller, callOf(caller))).upload).toBeUndefined();
    now = NOW;
    expect(await sendLater(caller, callOf(caller, 'other'))).toMatchObject({
      rejection: { code: 'IDEMPOTENCY_CONFLICT' },
    });
  });

  it('needs billing and an organization', async () => {
    account = { billing: false };
    expect(await sendLater(newAccount())).toMatchObject({ rejection: { code: 'BILLING_REQUIRED' } });
    account = undefined;
    expect(await sendLater(newAccount())).toMatchObject({ rejection: { kind: 'unauthorized' } });
    account = { billing: true };
  });
});
