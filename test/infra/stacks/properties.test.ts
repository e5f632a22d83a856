import { beforeAll, describe, expect, it } from '@jest/globals';
import { sized, type WebSettings } from '../../../lib/settings/environments.ts';
import { SAMPLE_BACKUPS } from '../../support/sample-backups.ts';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';
import { BACKUP_PROPERTIES } from '../properties/backup-properties.ts';
import { DATA_PROPERTIES } from '../properties/data-properties.ts';
import { EXECUTION_PROPERTIES } from '../properties/execution-properties.ts';
import { ANY_FUNCTION_PROPERTIES, FUNCTION_PROPERTIES } from '../properties/function-properties.ts';
import { GATEWAY_PROPERTIES } from '../properties/gateway-properties.ts';
import { LOOP_PROPERTIES } from '../properties/loop-properties.ts';
import { BUDGET_PROPERTIES, MONITORING_PROPERTIES } from '../properties/monitoring-properties.ts';
import { noticesAccidents, type Property, resourcesOf } from '../properties/property.ts';
import { QUEUE_PROPERTIES } from '../properties/queue-properties.ts';
import { RELEASE_PROPERTIES } from '../properties/release-properties.ts';
import { SCHEDULE_PROPERTIES } from '../properties/schedule-properties.ts';
import { SEARCH_PROPERTIES } from '../properties/search-properties.ts';
import { STACK_PROPERTIES } from '../properties/stack-properties.ts';
import { TERMINAL_PROPERTIES } from '../properties/terminal-properties.ts';
import { UPLOAD_PROPERTIES } from '../properties/upload-properties.ts';
import { USAGE_PROPERTIES } from '../properties/usage-properties.ts';
import { WEB_PROPERTIES } from '../properties/web-properties.ts';
import { WEBHOOK_PROPERTIES } from '../properties/webhook-properties.ts';

const WEB: WebSettings = {
  name: 'freight.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c',
  hostedZone: { id: 'Z0123456789', name: 'example.com' },
};

let prod: Templates;
let withWeb: Templates;
let withBackups: Templates;
/** A search domain in three zones. */
let medium: Templates;

beforeAll(async () => {
  [prod, withWeb, withBackups, medium] = await Promise.all([
    synthesizedTemplates('prod'),
    synthesizedTemplates('prod', { web: WEB }),
    synthesizedTemplates('prod', { monthlyBudgetUsd: 500, backups: SAMPLE_BACKUPS }),
    synthesizedTemplates('prod', sized('medium')),
  ]);
});

/** The same, of another stack that has functions. */
function on(stack: 'workers' | 'search', { name, violations, takeAway }: Property): Property {
  const swapped = (all: Templates): Templates => ({ ...all, [stack]: all.api, api: all[stack] });
  return {
    name,
    violations: (templates) => violations(swapped(templates)),
    ...(takeAway && { takeAway: (templates: Templates) => takeAway(swapped(templates)) }),
  };
}

const usual = () => prod;

describe.each<[string, readonly Property[], () => Templates]>([
  ['stacks', STACK_PROPERTIES, usual],
  ['releases', RELEASE_PROPERTIES, usual],
  ['tables', DATA_PROPERTIES, usual],
  ['backups', BACKUP_PROPERTIES, () => withBackups],
  ['functions', FUNCTION_PROPERTIES, usual],
  ['gateway', GATEWAY_PROPERTIES, usual],
  ['distribution', WEB_PROPERTIES, () => withWeb],
  ['executions', EXECUTION_PROPERTIES, usual],
  ['terminals', TERMINAL_PROPERTIES, usual],
  ['usage and idempotency', USAGE_PROPERTIES, usual],
  ['schedules', SCHEDULE_PROPERTIES, usual],
  ['webhooks', WEBHOOK_PROPERTIES, usual],
  ['queues', QUEUE_PROPERTIES, usual],
  ['functions of work', ANY_FUNCTION_PROPERTIES.map((property) => on('workers', property)), usual],
  ['loops', LOOP_PROPERTIES, usual],
  ['uploads', UPLOAD_PROPERTIES, usual],
  ['monitoring', MONITORING_PROPERTIES, usual],
  ['budget', BUDGET_PROPERTIES, () => withBackups],
  ['search', SEARCH_PROPERTIES, () => medium],
  ['functions of search', ANY_FUNCTION_PROPERTIES.map((property) => on('search', property)), usual],
])('in prod, %s', (_, properties, templates) => {
  it.each(properties.map((property) => [property.name, property] as const))('%s', (_name, property) => {
    expect(property.violations(templates())).toEqual([]);
  });

  it.each(properties.map((property) => [property.name, property] as const))(
    'notices when it is lost: %s',
    (_name, property) => {
      expect(noticesAccidents(property, templates())).toBe(true);
    },
  );
});

describe('backups', () => {
  it('are in a vault of prod by default, and their settings change no other resource', () => {
    expect(resourcesOf(prod.data, 'AWS::Backup::BackupVault')).toHaveLength(1);
    const others = (templates: Templates) =>
      Object.keys(templates.data.Resources).filter((id) => !id.startsWith('Backups'));
    expect(others(withBackups)).toEqual(others(prod));
  });
});
