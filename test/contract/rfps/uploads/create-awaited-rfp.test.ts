import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDynamoDbIdempotencyStore } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { KeyedAnswer, KeyedCall } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { Answer } from '../../../../shared/platform/http/outcome.ts';
import type { CreatedRfpAnswer } from '../../../../shared/rfps/documents/rfp-document.ts';
import { createRfpIds, parseRfpId } from '../../../../shared/rfps/record/rfp-id.ts';
import { createDynamoDbRfpUploads } from '../../../../shared/rfps/store/dynamodb-rfp-uploads.ts';
import {
  addFileAddressUseCase,
  createAwaitedRfpUseCase,
} from '../../../../shared/rfps/uploads/create-awaited-rfp.ts';
import { createIdempotencyTable } from '../../../support/dynamodb-local.ts';
import { NO_CUSTOMERS } from '../../../support/named-customer.ts';
import { NOW, newAccount, newRfp, startRfps, type Table, usedCalls } from '../rfps-under-test.ts';

let table: Table;
let now = NOW;
let organization: { billing: boolean } | undefined = { billing: true };
let create: (caller: Account, keyed?: KeyedCall) => Promise<Answer<CreatedRfpAnswer>>;
beforeAll(async () => {
  table = await startRfps();
  const { client, rfpsTable, usageTable } = table;
  const answers = createDynamoDbIdempotencyStore(client, await createIdempotencyTable(table.endpoint));
  const createAwaited = createAwaitedRfpUseCase({
    uploads: createDynamoDbRfpUploads<KeyedAnswer>({
      ...{ client, rfpsTable, usageTable, now: () => now },
      composeExtraWrite: answers.putAnswer,
    }),
    ledger: {
      read: async () =>
        organization && {
          ...{ billing: organization.billing, usageLimit: 0, used: 0 },
          count: () => Promise.reject(new Error('an awaited file counts nothing')),
          countAnswered: () => Promise.reject(new Error('an awaited file counts nothing')),
        },
    },
    customers: NO_CUSTOMERS,
    answers,
    newRfpId: createRfpIds(),
    now: () => now,
  });
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
  const { lanes: _, pricing: __, rfpId: ___, ...fields } = newRfp(0);
  create = async (caller, keyed) => addAddress(caller, await createAwaited(fields, caller, keyed));
}, 180_000);
afterAll(() => table.stop());

const callOf = ({ orgId, mode }: Account, bodyHash = 'hash'): KeyedCall => ({
  ...{ orgId, mode, operation: 'create-rfp', key: 'key', bodyHash, at: NOW },
});
const rfpOf = (answer: Answer<CreatedRfpAnswer>): CreatedRfpAnswer['rfp'] => {
  if (!answer.ok) throw new Error(answer.rejection.message);
  return 'replayed' in answer ? JSON.parse(answer.replayed).rfp : answer.body.rfp;
};

describe('an RFP whose lanes come by a file', () => {
  it('is stored with the address for its file, at no usage', async () => {
    const caller = newAccount();
    const rfp = rfpOf(await create(caller));
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
    expect(await table.store.read(caller, rfpId)).toMatchObject({ state: 'awaiting_upload', run: 0 });
    expect(await usedCalls(table, caller)).toBe(0);
  });

  it('is made once for each key, and a repeated call gets a new address until it expires', async () => {
    const caller = newAccount();
    const answers = await Promise.all([1, 2, 3].map(() => create(caller, callOf(caller))));
    const ids = new Set(answers.map((answer) => rfpOf(answer).rfp_id));
    expect(ids.size).toBe(1);
    now = new Date(NOW.getTime() + 600_000);
    const again = rfpOf(await create(caller, callOf(caller)));
    expect(again.upload).toMatchObject({
      url: expect.stringMatching(/seconds=3000$/),
      expires_at: again.upload_until,
    });
    now = new Date(NOW.getTime() + 3_600_000);
    expect(rfpOf(await create(caller, callOf(caller))).upload).toBeUndefined();
    now = NOW;
    expect(await create(caller, callOf(caller, 'other'))).toMatchObject({
      rejection: { code: 'IDEMPOTENCY_CONFLICT' },
    });
  });

  it('needs billing and an organization', async () => {
    organization = { billing: false };
    expect(await create(newAccount())).toMatchObject({ rejection: { code: 'BILLING_REQUIRED' } });
    organization = undefined;
    expect(await create(newAccount())).toMatchObject({ rejection: { kind: 'unauthorized' } });
    organization = { billing: true };
  });
});
