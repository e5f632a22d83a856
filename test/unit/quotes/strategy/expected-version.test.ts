import { describe, expect, it } from 'vitest';
import { readExpectedVersion } from '../../../../shared/quotes/strategy/expected-version.ts';

describe('the version that If-Match names', () => {
  it.each([undefined, '*', ' * '])('is any version: %j', (ifMatch) => {
    expect(readExpectedVersion(ifMatch, 'strategy')).toEqual({ errors: [] });
  });

  it.each([
    ['"7"', 7],
    ['7', 7],
    ['W/"7"', 7],
    [' "12" ', 12],
    ['"999999999999999"', 999_999_999_999_999],
  ])('%j is %d', (ifMatch, expectedVersion) => {
    expect(readExpectedVersion(ifMatch, 'strategy')).toEqual({ expectedVersion, errors: [] });
  });

  it.each(['', '"a"', '"7", "8"', 'W/', 'X"7"', '"7"x', '"1000000000000000"'])(
    'is rejected: %j',
    (ifMatch) => {
      expect(readExpectedVersion(ifMatch, 'strategy')).toEqual({
        errors: [{ field: 'If-Match', message: 'must be "*" or the ETag of one version of the strategy' }],
      });
    },
  );
});
