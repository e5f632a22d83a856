import { describe, expect, it } from '@jest/globals';
import {
  checkSearchSettings,
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  environmentSettings,
} from '../../lib/environments.ts';
import { synthesizedTemplates } from '../support/synthesized-templates.ts';
import { resourcesOf } from './properties/property.ts';

const KEPT: readonly EnvironmentName[] = ['dev', 'staging', 'prod'];

describe('environments', () => {
  it('names the known ones when asked for another', () => {
    expect(() => environmentSettings('production')).toThrow(/dev, staging, prod/);
  });

  it.each(ENVIRONMENT_NAMES)(
    'synthesizes %s without network or credentials, below 300 resources a stack',
    async (name) => {
      const templates = await synthesizedTemplates(name);
      for (const { Resources } of Object.values(templates))
        expect(Object.keys(Resources).length).toBeLessThan(300);
    },
    60_000,
  );

  it.each(KEPT)(
    'keeps the tables of %s, and only reports a response that differs from its schema',
    (name) => {
      expect(environmentSettings(name)).toMatchObject({ disposable: false, responseMismatch: 'report' });
    },
  );

  it('has a domain of three nodes in prod, of one in staging, and none elsewhere unless asked for', () => {
    const nodesOf = (name: EnvironmentName, opensearch = false) => {
      const { terminalSearch } = environmentSettings(name, { opensearch });
      return terminalSearch === 'embedded' ? 0 : terminalSearch.nodes;
    };
    expect(ENVIRONMENT_NAMES.map((name) => [name, nodesOf(name), nodesOf(name, true)])).toEqual([
      ['dev', 0, 1],
      ['staging', 1, 1],
      ['prod', 3, 1],
      ['emulator', 0, 1],
      ['local', 0, 1],
    ]);
  });

  it('refuses a domain without HTTPS where there are callers, and one without a zone for each node', () => {
    const prod = environmentSettings('prod');
    const changed = (name: EnvironmentName, change: object) => {
      const { terminalSearch } = environmentSettings(name, { opensearch: true });
      return () =>
        checkSearchSettings({ ...prod, name, terminalSearch: Object.assign({}, terminalSearch, change) });
    };
    expect(() => checkSearchSettings(prod)).not.toThrow();
    expect(changed('local', {})).not.toThrow();
    expect(changed('dev', {})).not.toThrow();
    expect(changed('dev', { scheme: 'http' })).toThrow('HTTPS');
    expect(changed('dev', { zones: [0] })).toThrow('zones');
    expect(changed('dev', { nodes: 3, zones: [0, 1, 1] })).toThrow('zones');
  });

  it('has nothing of a domain in dev, and one node in one zone in staging', async () => {
    const { search: none, api } = await synthesizedTemplates('dev');
    expect(none.Resources).toEqual({});
    expect(resourcesOf(api, 'Custom::TerminalIndex')).toEqual([]);
    expect(JSON.stringify(api).match(/VpcConfig|\/freight\/dev\/search\/|es:ESHttp/)?.[0]).toBeUndefined();

    const { search } = await synthesizedTemplates('staging');
    const [[, domain] = []] = resourcesOf(search, 'AWS::OpenSearchService::Domain');
    expect(domain?.Properties).toMatchObject({
      ClusterConfig: { InstanceCount: 1, InstanceType: 't3.small.search', ZoneAwarenessEnabled: false },
      VPCOptions: { SubnetIds: [expect.anything()] },
    });
    expect(domain?.DeletionPolicy).toBe('Delete');
  }, 180_000);

  it('gives every function just the tables it uses', async () => {
    const { api } = await synthesizedTemplates('dev');
    const variables = resourcesOf(api, 'AWS::Lambda::Function').map(([id, { Properties }]) => [
      id.replace(/Function.*/, ''),
      Object.keys(Object((Properties.Environment as { Variables: object }).Variables)).sort(),
    ]);
    expect(Object.fromEntries(variables)).toEqual({
      announceexpiries: ['QUOTES_TABLE'],
      authorizer: ['ORGANIZATIONS_TABLE'],
      convertquote: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      createquote: [
        'IDEMPOTENCY_TABLE',
        'MAP_SERVICE',
        'MARKET_REFRESH_SECONDS',
        'MARKET_TABLE',
        'QUOTES_TABLE',
        'RESPONSE_MISMATCH',
        'STRATEGIES_TABLE',
        'TERMINALS_REFRESH_SECONDS',
        'TERMINALS_TABLE',
      ],
      deletequote: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      listquotes: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      readquote: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      loadterminals: ['TERMINALS_TABLE'],
      readusage: ['ORGANIZATIONS_TABLE', 'RESPONSE_MISMATCH', 'USAGE_TABLE'],
      refreshdiesel: ['EIA_API_KEY_PARAMETER', 'MARKET_TABLE'],
      searchterminals: ['RESPONSE_MISMATCH', 'TERMINALS_REFRESH_SECONDS', 'TERMINALS_TABLE'],
      pricelanes: [
        'IDEMPOTENCY_TABLE',
        'MAP_SERVICE',
        'MARKET_REFRESH_SECONDS',
        'MARKET_TABLE',
        'ORGANIZATIONS_TABLE',
        'RESPONSE_MISMATCH',
        'TERMINALS_REFRESH_SECONDS',
        'TERMINALS_TABLE',
        'USAGE_TABLE',
      ],
      readpricingstrategy: ['RESPONSE_MISMATCH', 'STRATEGIES_TABLE'],
      replacepricingstrategy: ['RESPONSE_MISMATCH', 'STRATEGIES_TABLE'],
      createwebhook: [
        'IDEMPOTENCY_TABLE',
        'RESPONSE_MISMATCH',
        'WEBHOOKS_TABLE',
        'WEBHOOK_RECEIVERS',
        'WEBHOOK_SECRETS_KEY',
      ],
      listwebhooks: ['RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      readwebhook: ['RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      updatewebhook: ['RESPONSE_MISMATCH', 'RETRIES_URL', 'WEBHOOKS_TABLE', 'WEBHOOK_RECEIVERS'],
      deletewebhook: ['RESPONSE_MISMATCH', 'RETRIES_URL', 'WEBHOOKS_TABLE'],
      rotatewebhooksecret: ['RESPONSE_MISMATCH', 'WEBHOOKS_TABLE', 'WEBHOOK_SECRETS_KEY'],
      testwebhook: [
        'DELIVERIES_TABLE',
        'RESPONSE_MISMATCH',
        'WEBHOOKS_TABLE',
        'WEBHOOK_RECEIVERS',
        'WEBHOOK_RETRY_SCHEDULE',
        'WEBHOOK_SECRETS_KEY',
      ],
      listdeliveries: ['DELIVERIES_TABLE', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      readdelivery: ['DELIVERIES_TABLE', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      redeliver: ['DELIVERIES_TABLE', 'DELIVERIES_URL', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      recoverdeliveries: ['DELIVERIES_TABLE', 'DELIVERIES_URL', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
    });
  }, 180_000);
});
