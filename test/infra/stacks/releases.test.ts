import { beforeAll, describe, expect, it } from '@jest/globals';
import { synthesizedTemplates, type Template, type Templates } from '../../support/synthesized-templates.ts';
import { at, resourcesOf } from '../properties/property.ts';

const VERSION = 'AWS::Lambda::Version';
const GROUP = 'AWS::CodeDeploy::DeploymentGroup';
const ALIAS = 'AWS::Lambda::Alias';
const METHOD = 'AWS::ApiGateway::Method';

let usual: Templates;

beforeAll(async () => {
  usual = await synthesizedTemplates('prod');
});

const groupsOf = ({ api, workers }: Templates) =>
  [api, workers].flatMap((template) => resourcesOf(template, GROUP)).map(([, { Properties }]) => Properties);
const idsOf = ({ api, workers }: Templates, wanted: (type: string) => boolean) =>
  [api, workers]
    .flatMap((template) => Object.entries(template.Resources))
    .filter(([, { Type }]) => wanted(Type))
    .map(([id]) => id);

describe('a release', () => {
  it('to all callers at once has the same aliases, no canary, and switches the alarms of the deployment off', async () => {
    const atOnce = await synthesizedTemplates('prod', { release: 'at-once' });
    expect(groupsOf(atOnce)).toHaveLength(groupsOf(usual).length);
    for (const group of groupsOf(atOnce)) {
      expect(group.DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
      // Without the property, CloudFormation would keep the alarms of the release before, which stop the deployment.
      expect(group.AlarmConfiguration).toEqual({ Enabled: false });
      expect(JSON.stringify(group.AutoRollbackConfiguration)).not.toContain('DEPLOYMENT_STOP_ON_ALARM');
    }
    expect(resourcesOf(atOnce.api, METHOD)).toEqual(resourcesOf(usual.api, METHOD));
    const notAlarms = (type: string) => type !== 'AWS::CloudWatch::Alarm';
    expect(idsOf(atOnce, notAlarms)).toEqual(idsOf(usual, notAlarms));
  });

  it('with another revision publishes new versions of all functions and changes nothing else', async () => {
    const revised = await synthesizedTemplates('prod', { revision: 'restored' });
    const versions = idsOf(usual, (type) => type === VERSION);
    expect(versions.length).toBeGreaterThanOrEqual(26);
    const again = idsOf(revised, (type) => type === VERSION);
    expect(again).toHaveLength(versions.length);
    expect(again.filter((id) => versions.includes(id))).toEqual([]);
    const others = (type: string) => type !== VERSION;
    expect(idsOf(revised, others)).toEqual(idsOf(usual, others));
  });

  it('is none in dev: functions are called as they are', async () => {
    const dev = await synthesizedTemplates('dev');
    expect(groupsOf(dev)).toEqual([]);
    expect(idsOf(dev, (type) => type === VERSION || type === ALIAS)).toEqual([]);
    expect(JSON.stringify(dev)).not.toContain(':live');
  });
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
  const PROVISIONED = { authorizer: 50, 'price-lanes': 20, 'deliver-webhook': 5 };
  let provisioned: Templates;

  beforeAll(async () => {
    provisioned = await synthesizedTemplates('prod', { provisionedExecutions: PROVISIONED });
  });

  it('are none unless the environment sets them', () => {
    expect(JSON.stringify(usual)).not.toContain('ProvisionedConcurrency');
  });

  it('are on the aliases of the named functions only, which CodeDeploy still moves by the canary', () => {
    expect(onAliases(provisioned.api)).toEqual(
      expect.arrayContaining([
        [expect.stringMatching(/authorizerlive/i), 50],
        [expect.stringMatching(/pricelaneslive/i), 20],
      ]),
    );
    expect(onAliases(provisioned.api)).toHaveLength(2);
    expect(onAliases(provisioned.workers)).toEqual([[expect.stringMatching(/deliverwebhooklive/i), 5]]);
    for (const template of [provisioned.api, provisioned.workers]) {
      for (const [, alias] of resourcesOf(template, ALIAS)) {
        expect(at(alias, 'UpdatePolicy', 'CodeDeployLambdaAliasUpdate')).toBeDefined();
      }
    }
  });

  it('change nothing else', () => {
    const without = structuredClone(provisioned);
    for (const template of [without.api, without.workers]) {
      for (const [, { Properties }] of resourcesOf(template, ALIAS)) {
        delete Properties.ProvisionedConcurrencyConfig;
      }
    }
    expect(without.api).toEqual(usual.api);
    expect(without.workers).toEqual(usual.workers);
  });

  it('are rejected in an environment without aliases', async () => {
    await expect(synthesizedTemplates('dev', { provisionedExecutions: PROVISIONED })).rejects.toThrow(
      'release: direct',
    );
  });
});
