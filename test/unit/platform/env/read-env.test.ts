import { afterEach, describe, expect, it } from 'vitest';
import { positiveNumber, readApiEnv, readEnv, text, url } from '../../../../shared/platform/env/read-env.ts';

const before = process.env;
const given = (variables: Record<string, string>) => {
  process.env = variables;
};

afterEach(() => {
  process.env = before;
});

const VARIABLES = { THINGS_TABLE: text(), THINGS_URL: url(), REFRESH_SECONDS: positiveNumber() };
const VALUES = { THINGS_TABLE: 'things', THINGS_URL: 'https://queue', REFRESH_SECONDS: '20' };

describe('the environment of a function', () => {
  it('has the stated variables only', () => {
    given({ ...VALUES, HOME: '/root' });

    expect(readEnv(VARIABLES)).toEqual({ ...VALUES, REFRESH_SECONDS: 20 });
  });

  it.each([
    ['an empty name', { THINGS_TABLE: '' }],
    ['a URL without a scheme', { THINGS_URL: 'queue' }],
    ['zero seconds', { REFRESH_SECONDS: '0' }],
    ['a text in place of a number', { REFRESH_SECONDS: 'soon' }],
  ])('is rejected with %s', (_, fault) => {
    given({ ...VALUES, ...fault });

    expect(() => readEnv(VARIABLES)).toThrow();
  });

  it('is rejected without a variable', () => {
    for (const name of Object.keys(VALUES)) {
      given(Object.fromEntries(Object.entries(VALUES).filter(([other]) => other !== name)));

      expect(() => readEnv(VARIABLES)).toThrow(name);
    }
  });
});

describe('the environment of a function that answers API requests', () => {
  it('also states what happens to a response that does not match its schema', () => {
    given({ ...VALUES, RESPONSE_MISMATCH: 'report' });
    expect(readApiEnv({ THINGS_TABLE: text() })).toEqual({
      THINGS_TABLE: 'things',
      RESPONSE_MISMATCH: 'report',
    });

    given({ ...VALUES, RESPONSE_MISMATCH: 'ignore' });
    expect(() => readApiEnv({})).toThrow('reject');
    given(VALUES);
    expect(() => readApiEnv({})).toThrow('RESPONSE_MISMATCH');
  });
});
