import { describe, expect, it } from 'vitest';
import { ENVIRONMENT_NAMES, environmentSettings } from '../../../lib/settings/environments.ts';
import { checkExecutionSettings } from '../../../lib/settings/execution-settings.ts';

const prod = environmentSettings('prod');
const { reservedExecutions = {} } = prod;
const authorizer = reservedExecutions.authorizer ?? 0;

describe('reserved and provisioned concurrency', () => {
  it.each(ENVIRONMENT_NAMES)('is valid in %s', (name) => {
    expect(() => checkExecutionSettings(environmentSettings(name))).not.toThrow();
  });

  it('allows provisioned executions up to the reservation, and of a function without one', () => {
    for (const provisionedExecutions of [{ authorizer }, { 'price-lanes': 10 }, { 'deliver-webhook': 1 }]) {
      expect(() => checkExecutionSettings({ ...prod, provisionedExecutions })).not.toThrow();
    }
  });

  it.each<[string, object, RegExp]>([
    [
      '100 for the authorizer',
      { reservedExecutions: { ...reservedExecutions, authorizer: 100 } },
      /authorizer has 100 .* need \d{4}/,
    ],
    ['no reservation', { reservedExecutions: {} }, /authorizer has no reserved executions/],
    [
      'a misspelled function',
      { reservedExecutions: { ...reservedExecutions, autorizer: 1 } },
      /unknown function autorizer/,
    ],
    ['more than is reserved', { provisionedExecutions: { authorizer: authorizer + 1 } }, /do not fit/],
    ['a function without an alias', { provisionedExecutions: { 'refresh-diesel': 1 } }, /no alias live/],
    ['the import of uploads', { provisionedExecutions: { 'import-market': 1 } }, /no alias live/],
    ['an unknown function', { provisionedExecutions: { prices: 1 } }, /no alias live/],
    ['a part of one', { provisionedExecutions: { authorizer: 1.5 } }, /whole number/],
    ['none at all', { provisionedExecutions: { authorizer: 0 } }, /whole number/],
    [
      'an environment without aliases',
      { release: 'direct', provisionedExecutions: { authorizer: 1 } },
      /release: direct/,
    ],
  ])('rejects %s', (_case, changes, problem) => {
    expect(() => checkExecutionSettings({ ...prod, ...changes })).toThrow(problem);
  });
});
