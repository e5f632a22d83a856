import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { organizationOwner } from '../../../../shared/market/loads/load-owner.ts';
import {
  isAddressable,
  isImportObject,
  readUploadKey,
  uploadKey,
} from '../../../../shared/market/uploads/upload-key.ts';
import { NOT_UPLOADS } from '../../../../shared/market/uploads/upload-object-names.ts';

const owner = fc.oneof(
  fc.constant('operator' as const),
  fc
    .tuple(fc.stringMatching(/^org_[A-Za-z0-9]{1,20}$/), fc.constantFrom('test' as const, 'live' as const))
    .map(([orgId, mode]) => organizationOwner(orgId, mode)),
);

describe('the key of an upload', () => {
  it('names the owner', () => {
    fc.assert(
      fc.property(owner, fc.string(), (whose, name) => {
        expect(readUploadKey(uploadKey(whose, `${name}.csv`))).toMatchObject({ owner: whose });
      }),
    );
  });

  it('is never that of a report next to it', () => {
    fc.assert(
      fc.property(owner, fc.string(), fc.constantFrom(...NOT_UPLOADS), (whose, name, suffix) => {
        expect(isImportObject(`${uploadKey(whose, `${name}.csv`)}${suffix}`)).toBe(true);
      }),
    );
  });

  it.each(['operator/loads.csv', 'work.csv', 'operator/rejected.csv', 'operator/result.json'])(
    'may be %s',
    (key) => {
      expect(isImportObject(key)).toBe(false);
    },
  );

  it.each(['operator/', 'work/operator/1/state.work', 'operator/a.csv.rejected.csv'])('is not %s', (key) => {
    expect(isImportObject(key)).toBe(true);
  });

  it.each([
    ['operator/a.csv', true],
    ['operator/./a.csv', false],
    ['operator/../a.csv', false],
    ['operator/..csv', true],
    [`operator/${'é'.repeat(490)}.csv`, true],
    [`operator/${'é'.repeat(500)}.csv`, false],
  ])('leaves room for reports: %s, %s', (key, can) => {
    expect(isAddressable(key)).toBe(can);
  });
});
