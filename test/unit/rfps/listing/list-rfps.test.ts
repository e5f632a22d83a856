import { describe, expect, it } from 'vitest';
import { listRfpsUseCase } from '../../../../shared/rfps/listing/list-rfps.ts';
import type { RfpFilter } from '../../../../shared/rfps/record/rfp-store.ts';
import { CALLER } from '../../quotes/quoting-under-test.ts';
import { storedRfp } from '../stored-rfp.ts';

const first = storedRfp({ name: 'First' });
const second = storedRfp({ name: 'Second', remaining: 2 });

describe('a list of RFPs', () => {
  it('passes filter, limit and cursor, and describes the page', async () => {
    const calls: unknown[] = [];
    const list = listRfpsUseCase({
      list: async (account, filter: RfpFilter, limit, after) => {
        calls.push([account.orgId, filter, limit, after]);
        return { rfps: [second, first], next: first.rfpId };
      },
    });
    const query = {
      status: 'pricing',
      customer: 'Acme',
      created_from: '2026-10-01',
      created_to: '2026-10-01',
      cursor: second.rfpId,
      limit: '7',
    };
    expect(await list(query, CALLER)).toMatchObject({
      body: {
        rfps: [
          { name: 'Second', status: 'pricing' },
          { name: 'First', status: 'priced' },
        ],
        pagination: { next_cursor: first.rfpId, limit: 7 },
      },
    });
    expect(await list({}, CALLER)).toMatchObject({ body: { pagination: { limit: 20 } } });
    expect(calls).toEqual([
      [
        CALLER.orgId,
        { status: 'pricing', customer: 'Acme', createdFrom: '2026-10-01', createdTo: '2026-10-01' },
        7,
        second.rfpId,
      ],
      [CALLER.orgId, {}, 20, undefined],
    ]);
  });

  it('has no cursor on its last page', async () => {
    const list = listRfpsUseCase({ list: async () => ({ rfps: [], next: undefined }) });
    expect(await list({}, CALLER)).toMatchObject({ body: { rfps: [], pagination: { next_cursor: null } } });
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['status', { status: 'open' }],
    ['customer', { customer: 'x'.repeat(401) }],
    ['created_from', { created_from: '2026-02-30' }],
    ['created_to', { created_to: 'today' }],
    ['created_from', { created_from: '2026-10-02', created_to: '2026-10-01' }],
    ['cursor', { cursor: 'R-1' }],
    ['cursor', { cursor: `${first.rfpId}x` }],
    ['limit', { limit: '101' }],
  ])('rejects an invalid %s (case %#)', async (field, query) => {
    const list = listRfpsUseCase({
      list: () => {
        throw new Error('was read');
      },
    });
    expect(await list(query, CALLER)).toMatchObject({
      rejection: { kind: 'invalid', details: { errors: [{ field }] } },
    });
  });
});
