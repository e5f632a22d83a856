import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNSET_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { rfpResultsKey } from '../../../shared/rfps/files/rfp-file-key.ts';
import type { LaneTerms } from '../../../shared/rfps/lanes/lane-result.ts';
import { readResultsUseCase } from '../../../shared/rfps/listing/read-results.ts';
import { priceChunkUseCase } from '../../../shared/rfps/price-chunk.ts';
import type { RfpId, StoredRfp } from '../../../shared/rfps/record/stored-rfp.ts';
import { readHeadItem } from '../../../shared/rfps/store/dynamodb-rfp-reader.ts';
import { createDynamoDbRfpRequests } from '../../../shared/rfps/store/dynamodb-rfp-requests.ts';
import { writeResultsUseCase } from '../../../shared/rfps/write-results.ts';
import { createInMemoryObjects } from '../../support/in-memory-objects.ts';
import {
  chunksToWrite,
  created,
  createdByFile,
  NOW,
  newAccount,
  newRfp,
  pricingPorts,
  startRfps,
  type Table,
} from './rfps-under-test.ts';

let table: Table;
beforeAll(async () => {
  table = await startRfps();
}, 180_000);
afterAll(() => table.stop());

const MINUTE = 60_000;
const strategies = { version: async () => ({ ...UNSET_STRATEGY, updatedAt: '' }) };

describe('a request for a file of results', () => {
  /** Requests at some minute, and returns the request that is stored. */
  const requestAt = async (
    account: ReturnType<typeof newAccount>,
    rfpId: RfpId,
    minute: number,
    termsRevision = 0,
    version = 1,
  ) => {
    const at = new Date(NOW.getTime() + minute * MINUTE);
    await createDynamoDbRfpRequests(table, () => at).requestResults(account, rfpId, {
      version,
      termsRevision,
    });
    const head = await readHeadItem(table, account, rfpId);
    const stored = head?.resultsRequest;
    return stored && { ...stored, at: (Date.parse(stored.at) - NOW.getTime()) / MINUTE };
  };

  it('is stored once for the same content, and again after five minutes', async () => {
    const account = newAccount();
    const rfpId = await created(table.store, account, 10);
    const first = { version: 1, termsRevision: 0, at: 0 };
    expect(await requestAt(account, rfpId, 0)).toEqual(first);
    expect(await requestAt(account, rfpId, 1)).toEqual(first);
    expect(await requestAt(account, rfpId, 4.9)).toEqual(first);
    expect(await requestAt(account, rfpId, 5.1)).toEqual({ ...first, at: 5.1 });
  });

  it('is stored at once for another content, and changes nothing else of the RFP', async () => {
    const account = newAccount();
    const rfpId = await created(table.store, account, 10);
    const before = await readHeadItem(table, account, rfpId);
    await requestAt(account, rfpId, 0);
    expect(await requestAt(account, rfpId, 1, 1)).toEqual({ version: 1, termsRevision: 1, at: 1 });
    expect(await requestAt(account, rfpId, 2, 1, 2)).toEqual({ version: 2, termsRevision: 1, at: 2 });
    expect({ ...(await readHeadItem(table, account, rfpId)), resultsRequest: undefined }).toEqual(before);
  });

  it('of a deleted RFP makes no item', async () => {
    const account = newAccount();
    expect(await requestAt(account, newRfp(1).rfpId, 0)).toBeUndefined();
  });
});

describe('a file of results of more than 1,000 lanes', () => {
  const LANES = 1_203;
  const account = newAccount();
  let rfpId: RfpId;
  const price = async (rfp: StoredRfp) => {
    const work = priceChunkUseCase(pricingPorts(table.store));
    for (const chunk of await chunksToWrite(table, account, rfpId)) {
      await work({ account, rfpId, run: rfp.run, chunk }, false);
    }
  };
  const head = async (): Promise<StoredRfp> => {
    const rfp = await table.store.read(account, rfpId);
    if (rfp === undefined) throw new Error('the RFP is gone');
    return rfp;
  };
  beforeAll(async () => {
    rfpId = await createdByFile(table, account, LANES);
    await price(await head());
  }, 180_000);

  it('has the margins and awards of its terms, and each content its own object', async () => {
    const objects = createInMemoryObjects();
    const { store } = table;
    const write = writeResultsUseCase({ rfps: store, strategies, objects });
    const read = async () => {
      const rfp = await head();
      const results = { version: rfp.version, termsRevision: rfp.termsRevision };
      const written = await write({ account, rfpId, results });
      expect(written).toEqual({ outcome: 'written', lanes: LANES });
      const answer = await readResultsUseCase({
        ...{ rfps: store, views: { rfps: store, strategies }, objects, now: () => NOW },
        requests: createDynamoDbRfpRequests(table, () => NOW),
        signed: { get: async (key) => key },
      })(rfpId, {}, account);
      expect(answer).toEqual({ ok: true, body: { location: rfpResultsKey(account, rfpId, results) } });
      return objects.text(rfpResultsKey(account, rfpId, results)).split('\r\n');
    };

    const before = await read();
    expect(before).toHaveLength(LANES + 2);
    const none = { inputs: new Map(), chunks: [], corrected: [] };
    const lanes = new Map<number, LaneTerms>([[1_201, { excluded: true }]]);
    const terms = { ...none, lanes, chunks: [24] };
    expect(await store.change(account, await head(), { at: NOW, terms })).toEqual({ outcome: 'written' });
    await price(await head());
    const repriced = await read();
    const differing = (one: readonly string[], other: readonly string[]) =>
      one.flatMap((line, at) => (line === other[at] ? [] : [at - 1]));
    expect(differing(before, repriced)).toEqual([1_201]);

    const award = { at: NOW, terms: { ...none, lanes: new Map(lanes).set(3, { outcome: 'won' }) } };
    expect(await store.change(account, await head(), award)).toEqual({ outcome: 'written' });
    const last = await read();
    expect(differing(repriced, last)).toEqual([3]);
    expect(last[4]).toContain(',won,');
    expect(objects.all.size).toBe(3);
  }, 180_000);
});
