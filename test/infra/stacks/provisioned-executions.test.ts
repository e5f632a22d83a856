import { beforeAll, describe, expect, it } from 'vitest';
import { synthesizedTemplates, type Template, type Templates } from '../../support/synthesized-templates.ts';
import { at, resourcesOf } from '../properties/property.ts';

const ALIAS = 'AWS::Lambda::Alias';
const PROVISIONED = { authorizer: 50, 'price-lanes': 20, 'deliver-webhook': 5 };

let usual: Templates;
let provisioned: Templates;

beforeAll(async () => {
  [usual, provisioned] = await Promise.all([
    synthesizedTemplates('prod'),
    synthesizedTemplates('prod', { provisionedExecutions: PROVISIONED }),
  ]);
});

/** Provisioned executions of the aliases that have them, by the start of their logical id. */
const onAliases = (template: Template) =>
  resourcesOf(template, ALIAS)
    .map(([id, { Properties }]) => [
      id,
      at(Properties, 'ProvisionedConcurrencyConfig', 'ProvisionedConcurrentExecutions'),
    ])
    .filter(([, executions]) => executions !== undefined);

describe('provisioned executions in prod', () => {
  it('are none unless the environment sets them', () => {
    expect(JSON.stringify(usual)).not.toContain('ProvisionedConcurrency');
  });

  it('are on the aliases of the named functions only, which CodeDeploy still moves by the canary', () => {
    expect(onAliases(provisioned.aliases)).toEqual(
      expect.arrayContaining([
        [expect.stringMatching(/authorizerlive/i), 50],
        [expect.stringMatching(/pricelaneslive/i), 20],
      ]),
    );
    expect(onAliases(provisioned.aliases)).toHaveLength(2);
    expect(onAliases(provisioned.webhooks)).toEqual([[expect.stringMatching(/deliverwebhooklive/i), 5]]);
    for (const template of [provisioned.aliases, provisioned.webhooks]) {
      for (const [, alias] of resourcesOf(template, ALIAS)) {
        expect(at(alias, 'UpdatePolicy', 'CodeDeployLambdaAliasUpdate')).toBeDefined();
      }
    }
  });

  it('change nothing else', () => {
    const without = structuredClone(provisioned);
    for (const template of [without.aliases, without.webhooks]) {
      for (const [, { Properties }] of resourcesOf(template, ALIAS)) {
        delete Properties.ProvisionedConcurrencyConfig;
      }
    }
    expect(without.aliases).toEqual(usual.aliases);
    expect(without.webhooks).toEqual(usual.webhooks);
  });

  it('are rejected in an environment without aliases', async () => {
    await expect(synthesizedTemplates('dev', { provisionedExecutions: PROVISIONED })).rejects.toThrow(
      'release: direct',
    );
  });
});
