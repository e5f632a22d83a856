import { beforeAll, describe, expect, it } from '@jest/globals';
import { synthesizedTemplates, type Templates } from '../support/synthesized-templates.ts';
import { DATA_PROPERTIES } from './properties/data-properties.ts';
import { FUNCTION_PROPERTIES } from './properties/function-properties.ts';
import { GATEWAY_PROPERTIES } from './properties/gateway-properties.ts';
import { SCHEDULE_PROPERTIES } from './properties/schedule-properties.ts';
import { STRATEGY_PROPERTIES } from './properties/strategy-properties.ts';
import { TERMINAL_PROPERTIES } from './properties/terminal-properties.ts';
import { USAGE_PROPERTIES } from './properties/usage-properties.ts';

let prod: Templates;

beforeAll(async () => {
  prod = await synthesizedTemplates('prod');
}, 180_000);

describe.each([
  ['tables', DATA_PROPERTIES],
  ['functions', FUNCTION_PROPERTIES],
  ['gateway', GATEWAY_PROPERTIES],
  ['terminals', TERMINAL_PROPERTIES],
  ['usage and idempotency', USAGE_PROPERTIES],
  ['strategies', STRATEGY_PROPERTIES],
  ['schedules', SCHEDULE_PROPERTIES],
])('in prod, %s', (_, properties) => {
  it.each(properties.map((property) => [property.name, property] as const))('%s', (_name, property) => {
    expect(property.violations(prod)).toEqual([]);
  });

  it.each(properties.map((property) => [property.name, property] as const))(
    'notices when it is lost: %s',
    (_name, property) => {
      const damaged = structuredClone(prod);
      property.takeAway(damaged);
      expect(property.violations(damaged)).not.toEqual([]);
    },
  );
});
