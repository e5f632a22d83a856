import { beforeAll, describe, expect, it } from 'vitest';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';
import { resourcesOf } from '../properties/property.ts';

const VERSION = 'AWS::Lambda::Version';
const GROUP = 'AWS::CodeDeploy::DeploymentGroup';
const METHOD = 'AWS::ApiGateway::Method';

let usual: Templates;

beforeAll(async () => {
  usual = await synthesizedTemplates('prod');
});

const groupsOf = ({ aliases, webhooks }: Templates) =>
  [aliases, webhooks]
    .flatMap((template) => resourcesOf(template, GROUP))
    .map(([, { Properties }]) => Properties);
const idsOf = ({ api, aliases, webhooks }: Templates, wanted: (type: string) => boolean) =>
  [api, aliases, webhooks]
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
    expect(idsOf(dev, (type) => type === VERSION || type === 'AWS::Lambda::Alias')).toEqual([]);
    expect(JSON.stringify(dev)).not.toContain(':live');
  });
});
