import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { failedItems } from '../../../../lib/local/events/batch-response.ts';

const IDS = ['a', 'b', 'c'];
const failures = (...ids: unknown[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('what a function says of its batch', () => {
  it.each([[undefined], [null], [''], [{}], [{ batchItemFailures: null }], [{ batchItemFailures: [] }]])(
    'is that all went well: %j',
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
  ])('is that all failed, where it cannot be read: %j', (response) => {
    expect(failedItems(response, IDS)).toEqual(new Set(IDS));
  });

  it('is just the named ones, in any order and however often', () => {
    const batch = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 });
    const batchAndNamed = batch.chain((ids) => fc.tuple(fc.constant(ids), fc.array(fc.constantFrom(...ids))));
    fc.assert(
      fc.property(batchAndNamed, ([ids, named]) => {
        expect(failedItems(failures(...named), ids)).toEqual(new Set(named));
      }),
    );
  });
});
