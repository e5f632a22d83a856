import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BYTES, splitIntoRequests } from '../../../../shared/platform/sqs/sqs-requests.ts';

/** Many small sizes, and sizes that fill a request. */
const size = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.constantFrom(MAX_BYTES / 2, MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 200_000),
);
const lengths = new Map<number, string>();
const bodyOf = (length: number): string => {
  const body = lengths.get(length) ?? 'x'.repeat(length);
  lengths.set(length, body);
  return body;
};

describe('requests to SQS', () => {
  it('have every message once, in order, with at most ten messages and 1 MiB; oversize messages are separate', () => {
    fc.assert(
      fc.property(fc.array(size, { maxLength: 40 }), (sizes) => {
        const { requests, oversize } = splitIntoRequests(sizes.map((length) => ({ body: bodyOf(length) })));

        for (const request of requests) {
          expect(request.length).toBeLessThanOrEqual(10);
          const bytes = request.reduce((sum, { message }) => sum + message.body.length, 0);
          expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
        }
        const fitting = sizes.flatMap((length, position) => (length <= MAX_BYTES ? [position] : []));
        expect(requests.flat().map(({ position }) => position)).toEqual(fitting);
        expect(oversize).toHaveLength(sizes.length - fitting.length);
      }),
      { numRuns: 60 },
    );
  });

  it('count bytes, attributes with their names and types included', () => {
    const body = 'ü'.repeat((MAX_BYTES - 20) / 2);

    expect(splitIntoRequests([{ body, attributes: { reason: 'eight888' } }]).oversize).toEqual([]);
    expect(splitIntoRequests([{ body, attributes: { reason: 'nine99999' } }]).oversize).toHaveLength(1);
  });
});
