import { beforeAll, describe, expect, it } from 'vitest';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';
import { DATA_PROPERTIES } from '../properties/data-properties.ts';
import { EXECUTION_PROPERTIES } from '../properties/execution-properties.ts';
import { ANY_FUNCTION_PROPERTIES, FUNCTION_PROPERTIES } from '../properties/function-properties.ts';
import { GATEWAY_PROPERTIES } from '../properties/gateway-properties.ts';
import { LOOP_PROPERTIES } from '../properties/loop-properties.ts';
import { BUDGET_PROPERTIES, MONITORING_PROPERTIES } from '../properties/monitoring-properties.ts';
import type { Property } from '../properties/property.ts';
import { queueProperties } from '../properties/queue-properties.ts';
import { RELEASE_PROPERTIES } from '../properties/release-properties.ts';
import { SCHEDULE_PROPERTIES } from '../properties/schedule-properties.ts';
import { SEARCH_PROPERTIES } from '../properties/search-properties.ts';
import { STACK_PROPERTIES } from '../properties/stack-properties.ts';
import { STRATEGY_PROPERTIES } from '../properties/strategy-properties.ts';
import { TERMINAL_PROPERTIES } from '../properties/terminal-properties.ts';
import { UPLOAD_PROPERTIES } from '../properties/upload-properties.ts';
import { USAGE_PROPERTIES } from '../properties/usage-properties.ts';
import { WEBHOOK_PROPERTIES } from '../properties/webhook-properties.ts';

let prod: Templates;

beforeAll(async () => {
  prod = await synthesizedTemplates('prod', { monthlyBudgetUsd: 500 });
});

/** The same, of another stack that has functions. */
function on(
  stack: 'webhooks' | 'search' | 'market' | 'rfps',
  { name, violations, takeAway }: Property,
): Property {
  const swapped = (all: Templates): Templates => ({ ...all, [stack]: all.api, api: all[stack] });
  return {
    name,
    violations: (templates) => violations(swapped(templates)),
    takeAway: (templates) => takeAway(swapped(templates)),
  };
}

describe.each([
  ['stacks', STACK_PROPERTIES],
  ['releases', RELEASE_PROPERTIES],
  ['tables', DATA_PROPERTIES],
  ['functions', FUNCTION_PROPERTIES],
  ['gateway', GATEWAY_PROPERTIES],
  ['executions', EXECUTION_PROPERTIES],
  ['terminals', TERMINAL_PROPERTIES],
  ['usage and idempotency', USAGE_PROPERTIES],
  ['strategies', STRATEGY_PROPERTIES],
  ['schedules', SCHEDULE_PROPERTIES],
  ['webhooks', WEBHOOK_PROPERTIES],
  ['queues of webhooks', queueProperties('webhooks', 3)],
  ['queues of RFPs', queueProperties('rfps', 1)],
  ['functions of webhooks', ANY_FUNCTION_PROPERTIES.map((property) => on('webhooks', property))],
  ['functions of RFPs', ANY_FUNCTION_PROPERTIES.map((property) => on('rfps', property))],
  ['loops', LOOP_PROPERTIES],
  ['uploads', UPLOAD_PROPERTIES],
  ['functions of uploads', ANY_FUNCTION_PROPERTIES.map((property) => on('market', property))],
  ['monitoring', MONITORING_PROPERTIES],
  ['budget', BUDGET_PROPERTIES],
  ['search', SEARCH_PROPERTIES],
  ['functions of search', ANY_FUNCTION_PROPERTIES.map((property) => on('search', property))],
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
