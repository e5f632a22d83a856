import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareResponses } from '../../../openapi/shared-responses.ts';

const REFERENCE = '#/components/responses/';

const anyOperation = fc.record({
  'x-error-format': fc.constantFrom('quotes', 'rates', 'general'),
  responses: fc.dictionary(
    fc.constantFrom('200', '400', '401', '404', '500'),
    fc.record({ description: fc.constantFrom('a', 'b', 'c') }),
  ),
});
const anyPaths = fc.dictionary(
  fc.constantFrom('/one', '/two', '/three'),
  fc.dictionary(fc.constantFrom('get', 'post'), anyOperation),
);

/** The responses of all operations, in order. */
const responsesOf = (paths: Readonly<Record<string, Readonly<Record<string, object>>>>) =>
  Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      Object.values((operation as { responses: Record<string, { $ref?: string }> }).responses),
    ),
  );

describe('shared responses', () => {
  it('describe the same, and each is used at least twice', () => {
    fc.assert(
      fc.property(anyPaths, (paths) => {
        const { paths: shared, responses } = shareResponses(paths);
        const nameOf = ({ $ref }: { readonly $ref?: string }) => $ref?.replace(REFERENCE, '');
        const found = responsesOf(shared);
        const resolved = found.map((one) => responses[nameOf(one) ?? ''] ?? one);
        expect(resolved).toEqual(responsesOf(paths));
        for (const name of Object.keys(responses))
          expect(found.filter((one) => nameOf(one) === name).length).toBeGreaterThan(1);
      }),
    );
  });

  it('are errors only, named by format and status', () => {
    const operation = { 'x-error-format': 'quotes', responses: { '200': {}, '403': { description: 'No' } } };
    const { paths, responses } = shareResponses({ '/a': { get: operation, put: operation } });
    expect(responses).toEqual({ QuotesForbidden: { description: 'No' } });
    expect(paths['/a']?.get?.responses).toEqual({
      '200': {},
      '403': { $ref: `${REFERENCE}QuotesForbidden` },
    });
  });
});
