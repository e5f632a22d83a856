import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isImportObject } from '../../../../shared/market/uploads/upload-key.ts';
import {
  readRfpFileKey,
  rfpFileKey,
  rfpFilesPrefix,
  rfpResultsKey,
} from '../../../../shared/rfps/files/rfp-file-key.ts';
import { createRfpIds } from '../../../../shared/rfps/record/rfp-id.ts';

const rfpId = createRfpIds()(new Date());
const account = { orgId: 'org_1', mode: 'live' } as const;
const key = rfpFileKey(account, rfpId);

describe('the key of a file of lanes', () => {
  it('names its RFP, and is not a file of loads', () => {
    expect(key).toBe(`organizations/org_1/live/rfps/${rfpId}.rfp.csv`);
    expect(readRfpFileKey(key)).toEqual({ account, rfpId });
    expect(isImportObject(key)).toBe(true);
  });

  it('is none if any part differs', () => {
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom('/', 'x', '', '//'), (at, put) => {
        const other = key.slice(0, at) + put + key.slice(at + 1);
        const read = readRfpFileKey(other);
        expect(read === undefined || rfpFileKey(read.account, read.rfpId) === other).toBe(true);
      }),
    );
    for (const other of ['', 'organizations/', `${key}/`, key.replace('rfps/', ''), key.replace('.rfp', '')])
      expect(readRfpFileKey(other)).toBeUndefined();
  });
});

describe('the key of a file of results', () => {
  const results = rfpResultsKey(account, rfpId, { version: 2, termsRevision: 11 });

  it('names its RFP and its content, and is not a file of lanes or loads', () => {
    expect(results).toBe(`organizations/org_1/live/rfps/${rfpId}-2-11.rfp-results.csv`);
    expect(results).not.toBe(rfpResultsKey(account, rfpId, { version: 21, termsRevision: 1 }));
    expect(readRfpFileKey(results)).toBeUndefined();
    expect(isImportObject(results)).toBe(true);
  });

  it('has the prefix of the files of its RFP, as the file of lanes has', () => {
    const prefix = rfpFilesPrefix(account, rfpId);
    expect([key, results].every((one) => one.startsWith(prefix))).toBe(true);
  });
});
