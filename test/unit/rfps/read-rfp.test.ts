import { describe, expect, it } from 'vitest';
import type { Account } from '../../../shared/platform/account/account.ts';
import { readRfpUseCase } from '../../../shared/rfps/read-rfp.ts';
import { storedRfp } from './stored-rfp.ts';

const CALLER: Account = { orgId: 'org_1', mode: 'test' };
const rfp = storedRfp({ version: 3, remaining: 1 });

/** Reads an id in a store that has one RFP; `versions` collects the limits of reads of earlier versions. */
const read = (id: string, versions: unknown[] = [], stored = rfp) =>
  readRfpUseCase({
    read: async ({ orgId }, rfpId) => (rfpId === stored.rfpId && orgId === 'org_1' ? stored : undefined),
    earlierVersions: async (_account, _rfpId, limit) => {
      versions.push(limit);
      return [{ ...stored, version: 2 }];
    },
  })(id, CALLER);

describe('a read of an RFP', () => {
  it('returns it with its earlier versions', async () => {
    const versions: unknown[] = [];
    expect(await read(rfp.rfpId, versions)).toMatchObject({
      body: { rfp: { rfp_id: rfp.rfpId, status: 'pricing', version: 3, versions: [{ version: 2 }] } },
    });
    expect(versions).toEqual([20]);
  });

  it('of a first version reads no earlier ones', async () => {
    const versions: unknown[] = [];
    const first = storedRfp({});
    expect(await read(first.rfpId, versions, first)).toMatchObject({ body: { rfp: { versions: [] } } });
    expect(versions).toEqual([]);
  });

  it.each([storedRfp({}).rfpId, '', 'R-1', 'Q-1M4BMXGM0007Z3K9M2QX4T8V1BN', 'x'.repeat(10_000), '\uD800'])(
    'of another id is not found (case %#)',
    async (id) => {
      const answer = await read(id);
      expect(answer).toMatchObject({ rejection: { kind: 'not-found', code: 'RFP_NOT_FOUND' } });
      expect(JSON.stringify(answer).length).toBeLessThan(1_000);
    },
  );
});
