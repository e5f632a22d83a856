import { describe, expect, it } from 'vitest';
import { deleteRfpUseCase } from '../../../shared/rfps/delete-rfp.ts';
import { CALLER } from '../quotes/quoting-under-test.ts';
import { storedRfp } from './stored-rfp.ts';

describe('a deletion of an RFP', () => {
  it('succeeds once, and rejects malformed ids without a write', async () => {
    const { rfpId } = storedRfp({});
    const left = new Set<string>([rfpId]);
    const asked: string[] = [];
    const remove = deleteRfpUseCase({
      delete: async (_account, id) => {
        asked.push(id);
        return left.delete(id);
      },
    });
    expect(await remove(rfpId, CALLER)).toEqual({
      ok: true,
      body: { rfp: { rfp_id: rfpId, deleted: true } },
    });
    const notFound = { rejection: { kind: 'not-found', code: 'RFP_NOT_FOUND' } };
    expect(await remove(rfpId, CALLER)).toMatchObject(notFound);
    expect(await remove('R-1', CALLER)).toMatchObject(notFound);
    expect(asked).toEqual([rfpId, rfpId]);
  });
});
