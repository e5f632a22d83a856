import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failedItems } from '../../../../lib/local/events/batch-response.ts';

const IDS = ['a', 'b', 'c'];
const failures = (...ids: unknown[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('the response of a function to a batch', () => {
  it.each([[undefined], [null], [''], [{}], [{ batchItemFailures: null }], [{ batchItemFailures: [] }]])(
    'reports no failed items: %j',
    (response) => {
      expect(failedItems(response, IDS)).toEqual(new Set());
    },
  );

  it.each([
    ['done'],
    [false],
    [{ batchItemFailures: 'a' }],
    [{ batchItemFailures: [{}] }],
    [{ batchItemFailures: [null] }],
    [{ batchItemFailures: [{ itemId: 'a' }] }],
    [failures('')],
    [failures(null)],
    [failures('a', 'of another batch')],
  ])('fails the complete batch if it is invalid: %j', (response) => {
    expect(failedItems(response, IDS)).toEqual(new Set(IDS));
  });

  it('fails only the items in batchItemFailures, in any order and with duplicates', () => {
    const batch = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 });
    const batchAndNamed = batch.chain((ids) => fc.tuple(fc.constant(ids), fc.array(fc.constantFrom(...ids))));
    fc.assert(
      fc.property(batchAndNamed, ([ids, named]) => {
        expect(failedItems(failures(...named), ids)).toEqual(new Set(named));
      }),
    );
  });
});
