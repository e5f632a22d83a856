import { describe, expect, it } from 'vitest';
import { CsvReader } from '../../../shared/platform/csv/csv-rows.ts';
import { eraseRfpUseCase } from '../../../shared/rfps/erase-rfp.ts';
import { rfpFileKey, rfpResultsKey } from '../../../shared/rfps/files/rfp-file-key.ts';
import { readResultsUseCase } from '../../../shared/rfps/listing/read-results.ts';
import type { ResultsContent } from '../../../shared/rfps/record/results-requests.ts';
import type { StoredRfp } from '../../../shared/rfps/record/rfp-store.ts';
import { type WriteResultsPorts, writeResultsUseCase } from '../../../shared/rfps/write-results.ts';
import { createInMemoryObjects, type InMemoryObjects } from '../../support/in-memory-objects.ts';
import { CALLER } from '../quotes/quoting-under-test.ts';
import { DRAFTS, portsOf, RESULTS, RFP } from './listing/priced-rfp.ts';
import { storedRfp } from './stored-rfp.ts';

const account = { orgId: CALLER.orgId, mode: CALLER.mode };
const { rfpId } = RFP;
const keyOf = (results: ResultsContent) => rfpResultsKey(account, rfpId, results);

const write = (
  results: ResultsContent,
  objects: InMemoryObjects,
  { rfps, strategies }: Omit<WriteResultsPorts, 'objects'> = portsOf(),
) => writeResultsUseCase({ rfps, strategies, objects })({ account, rfpId, results });

/** The file of the same lanes in a response. */
async function smallFile(version: number): Promise<string> {
  const unused = () => Promise.reject(new Error('not a small file'));
  const answer = await readResultsUseCase({
    ...portsOf(),
    requests: { request: unused },
    objects: { tagOf: unused },
    signed: { get: unused },
    now: () => new Date(),
  })(rfpId, { version: String(version) }, CALLER);
  if (!answer.ok || !('csv' in answer.body)) throw new Error(JSON.stringify(answer));
  return answer.body.csv;
}

describe('a file of results in the bucket', () => {
  it.each([
    [2, 1],
    [1, 0],
  ])('of version %i has the content of the file in a response', async (version, termsRevision) => {
    const objects = createInMemoryObjects();
    const results = { version, termsRevision };
    expect(await write(results, objects)).toEqual({ outcome: 'written', lanes: DRAFTS.length });
    expect(objects.text(keyOf(results))).toBe(await smallFile(version));
  });

  it('has all lanes in order if they are more than memory has at a time', async () => {
    const count = 5_003;
    const ports = portsOf({ rfp: { ...RFP, lanes: count } });
    const sizes: number[] = [];
    const repeated: typeof ports.rfps.lanes = async (...[, , , indexes]) => {
      sizes.push(indexes.length);
      return new Map(
        indexes.flatMap((index) => {
          const [draft, result] = [DRAFTS[index % DRAFTS.length], RESULTS[index % RESULTS.length]];
          return draft && result ? [[index, { draft: { ...draft, laneId: `L${index}` }, result }]] : [];
        }),
      );
    };
    const objects = createInMemoryObjects();
    const many = { ...ports, rfps: { ...ports.rfps, lanes: repeated } };
    expect(await write(RFP, objects, many)).toEqual({ outcome: 'written', lanes: count });
    expect(sizes).toEqual([2_500, 2_500, 3]);
    const reader = new CsvReader();
    const [header, ...rows] = [...reader.read(objects.text(keyOf(RFP)))];
    expect(header?.cells[0]).toBe('lane_id');
    expect(rows.map(({ cells }) => cells[0])).toEqual(Array.from({ length: count }, (_, at) => `L${at}`));
  });

  it('is written once, and again if it has expired', async () => {
    const objects = createInMemoryObjects();
    expect(await write(RFP, objects)).toMatchObject({ outcome: 'written' });
    expect(await write(RFP, objects)).toEqual({ outcome: 'written-before' });
    await objects.remove(keyOf(RFP));
    expect(await write(RFP, objects)).toMatchObject({ outcome: 'written' });
  });

  it('is not written if the results have other terms, or the version does not exist', async () => {
    const objects = createInMemoryObjects();
    for (const results of [
      { version: 2, termsRevision: 0 },
      { version: 1, termsRevision: 1 },
      { version: 3, termsRevision: 0 },
    ]) {
      expect(await write(results, objects)).toEqual({ outcome: 'obsolete' });
    }
    expect([...objects.all]).toEqual([]);
  });

  it('is not written if lanes lack a result', async () => {
    const objects = createInMemoryObjects();
    await expect(write(RFP, objects, portsOf({ priced: [0, 2] }))).rejects.toThrow('lacks results');
    expect([...objects.all]).toEqual([]);
  });

  it('does not remain if the RFP is deleted before or while it is written', async () => {
    const objects = createInMemoryObjects();
    const ports = portsOf();
    let reads = 0;
    const readUntil = (last: number) => ({
      ...ports,
      rfps: { ...ports.rfps, read: async () => (++reads > last ? undefined : RFP) },
    });
    expect(await write(RFP, objects, readUntil(1))).toEqual({ outcome: 'obsolete' });
    expect([...objects.all]).toEqual([]);
    // A run was killed between the file and its check.
    objects.put(keyOf(RFP), 'lanes');
    expect(await write(RFP, objects, readUntil(0))).toEqual({ outcome: 'obsolete' });
    expect([...objects.all]).toEqual([]);
  });
});

describe('the erasure of an RFP', () => {
  const other = storedRfp({}).rfpId;

  const erase = async (rfp: StoredRfp | undefined) => {
    const objects = createInMemoryObjects();
    objects.put(keyOf({ version: 1, termsRevision: 0 }), 'results');
    objects.put(keyOf({ version: 2, termsRevision: 7 }), 'results');
    objects.put(rfpFileKey(account, rfpId), 'lanes');
    objects.put(rfpFileKey(account, other), 'lanes');
    const erased: string[] = [];
    const rfps = { read: async () => rfp, erase: async () => void erased.push(rfpId) };
    await eraseRfpUseCase({ rfps, objects })(account, rfpId);
    return { erased, keys: [...objects.all.keys()] };
  };

  it('removes its items and files, and those of no other RFP', async () => {
    expect(await erase(undefined)).toEqual({ erased: [rfpId], keys: [rfpFileKey(account, other)] });
  });

  it('removes no file of an RFP that exists', async () => {
    expect((await erase(RFP)).keys).toHaveLength(4);
  });
});
