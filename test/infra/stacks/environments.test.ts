import { describe, expect, it } from 'vitest';
import {
  checkSearchSettings,
  checkWebhookSettings,
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  environmentSettings,
} from '../../../lib/settings/environments.ts';
import { policiesOf } from '../../support/policies-of-roles.ts';
import {
  resourceCountsOf,
  synthesizedTemplates,
  type Templates,
} from '../../support/synthesized-templates.ts';
import { at, resourcesOf } from '../properties/property.ts';

const KEPT: readonly EnvironmentName[] = ['dev', 'staging', 'prod'];

const synthesized = new Map<EnvironmentName, Promise<Templates>>();

/** Those of an environment, synthesized once. */
function templatesOf(name: EnvironmentName): Promise<Templates> {
  const templates = synthesized.get(name) ?? synthesizedTemplates(name);
  synthesized.set(name, templates);
  return templates;
}

let withDomain: Promise<Templates> | undefined;

/** What is measured on a search node. */
function localWithDomain(): Promise<Templates> {
  const { terminalSearch } = environmentSettings('local', { opensearch: true });
  withDomain ??= synthesizedTemplates('local', { terminalSearch });
  return withDomain;
}

/**
 * All policies of functions by their roles, without the environment's name in parameters, and without tracing, which is
 * a setting.
 */
function rightsOf({ webhooks, api, rfps, search }: Templates, name: EnvironmentName) {
  const templates = [webhooks, api, rfps, search];
  const functions = templates.flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'));
  const roles = new Set(
    functions.map(([, { Properties }]) => String(at(Properties, 'Role', 'Fn::GetAtt', 0))),
  );
  const policies = templates
    .flatMap((template) => policiesOf(template))
    .filter(([, { Properties }]) => roles.has(String(at(Properties, 'Roles', 0, 'Ref'))));
  const ownName = new RegExp(`freight/?${name}`, 'g');
  return Object.fromEntries(
    policies.map(([id, { Properties }]) => {
      const statements = at(Properties, 'PolicyDocument', 'Statement') as Record<string, unknown>[];
      // One by one: the CDK puts actions on the same resource together.
      const rights = statements.flatMap(({ Action, ...others }) =>
        [Action].flat().map((action) => JSON.stringify({ action, ...others }).replaceAll(ownName, 'freight')),
      );
      return [id, rights.filter((right) => !right.includes('"xray:')).sort()];
    }),
  );
}

/** Variables of functions that make quotes. */
const QUOTING = [
  'CONTRACTS_TABLE',
  'IDEMPOTENCY_TABLE',
  'MAP_SERVICE',
  'MARKET_REFRESH_SECONDS',
  'MARKET_TABLE',
  'ORGANIZATIONS_TABLE',
  'QUOTES_TABLE',
  'RESPONSE_MISMATCH',
  'STRATEGIES_TABLE',
  'TERMINALS_REFRESH_SECONDS',
  'TERMINALS_TABLE',
  'USAGE_TABLE',
];

/** Variables of functions that begin a pricing of lanes. */
const PRICING_RFPS = [
  'IDEMPOTENCY_TABLE',
  'ORGANIZATIONS_TABLE',
  'RESPONSE_MISMATCH',
  'RFPS_TABLE',
  'STRATEGIES_TABLE',
  'USAGE_TABLE',
];

describe('environments', () => {
  it('names the known ones when asked for another', () => {
    expect(() => environmentSettings('production')).toThrow(/dev, staging, prod/);
  });

  it.each(ENVIRONMENT_NAMES)('synthesizes %s without network or credentials', async (name) => {
    expect([...resourceCountsOf(await templatesOf(name))].length).toBeGreaterThan(5);
  });

  // CloudFormation and the emulator accept 500 resources.
  it.each([...KEPT, 'emulator'] as const)('has below 480 resources in each stack of %s', async (name) => {
    const counts = [...resourceCountsOf(await templatesOf(name))];
    expect(counts.filter(([, resources]) => resources >= 480)).toEqual([]);
  });

  // Each path then has a method OPTIONS.
  it.each(KEPT)('has below 480 resources in each stack of %s with allowed origins', async (name) => {
    const templates = await synthesizedTemplates(name, { allowedOrigins: ['https://app.example.com'] });
    const counts = [...resourceCountsOf(templates)];
    expect(counts.filter(([, resources]) => resources >= 480)).toEqual([]);
  });

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

  it('rejects a domain without HTTPS in an environment with callers, and one with too few zones', () => {
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
    const { search: none, api } = await templatesOf('dev');
    expect(none.Resources).toEqual({});
    expect(resourcesOf(api, 'Custom::TerminalIndex')).toEqual([]);
    expect(JSON.stringify(api).match(/VpcConfig|\/freight\/dev\/search\/|es:ESHttp/)?.[0]).toBeUndefined();

    const { search } = await templatesOf('staging');
    const [[, domain] = []] = resourcesOf(search, 'AWS::OpenSearchService::Domain');
    expect(domain?.Properties).toMatchObject({
      ClusterConfig: { InstanceCount: 1, InstanceType: 't3.small.search', ZoneAwarenessEnabled: false },
      VPCOptions: { SubnetIds: [expect.anything()] },
    });
    expect(domain?.DeletionPolicy).toBe('Delete');
  });

  it.each(KEPT)('does not synthesize %s with webhooks to loopback, or tried again at once', (name) => {
    const settings = environmentSettings(name);
    expect(() => checkWebhookSettings(settings)).not.toThrow();
    expect(() => checkWebhookSettings({ ...settings, webhookReceivers: 'public-and-loopback' })).toThrow(
      /public addresses only/,
    );
    expect(() => checkWebhookSettings({ ...settings, webhookRetrySeconds: [299] })).toThrow(/300 seconds/);
  });

  it('traces nothing in dev: no function has the setting, the mode or the rights', async () => {
    const all = JSON.stringify(await templatesOf('dev'));
    expect(all).not.toMatch(/TracingConfig|"TRACING"|xray:/);
  });

  it.each(KEPT)(
    'gives the functions of %s the rights that the tests on this machine have measured',
    async (name) => {
      const { terminalSearch, probeMinutes } = environmentSettings(name);
      const here = await (terminalSearch === 'embedded' ? templatesOf('local') : localWithDomain());
      const there = await templatesOf(name);
      expect(Object.keys(rightsOf(here, 'local')).length).toBeGreaterThanOrEqual(30);
      const measured = Object.entries(rightsOf(here, 'local')).filter(
        ([policy]) => probeMinutes !== undefined || !policy.startsWith('probe'),
      );
      expect(rightsOf(there, name)).toEqual(Object.fromEntries(measured));

      const damaged = structuredClone(there);
      const [first] = policiesOf(damaged.api).map(([, { Properties }]) => Properties);
      (at(first, 'PolicyDocument', 'Statement') as unknown[]).push({
        Action: 'dynamodb:Scan',
        Resource: 'table',
      });
      expect(rightsOf(damaged, name)).not.toEqual(Object.fromEntries(measured));
    },
  );

  it('gives every function just the tables it uses', async () => {
    const { api } = await templatesOf('dev');
    const variables = resourcesOf(api, 'AWS::Lambda::Function').map(([id, { Properties }]) => [
      id.replace(/Function.*/, ''),
      Object.keys(Object((Properties.Environment as { Variables: object }).Variables))
        .filter((name) => name !== 'SERVICE_VERSION')
        .sort(),
    ]);
    expect(Object.fromEntries(variables)).toEqual({
      announceexpiries: ['QUOTES_TABLE'],
      authorizer: ['ORGANIZATIONS_TABLE'],
      convertquote: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      createcontractrateupload: ['IDEMPOTENCY_TABLE', 'RESPONSE_MISMATCH', 'UPLOADS_BUCKET'],
      readcontractrateupload: ['RESPONSE_MISMATCH', 'UPLOADS_BUCKET'],
      createmarketupload: ['IDEMPOTENCY_TABLE', 'RESPONSE_MISMATCH', 'UPLOADS_BUCKET'],
      createquote: QUOTING,
      deletequote: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      listquotes: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      readquote: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      readquotereport: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      readquotesheet: ['ORGANIZATIONS_TABLE', 'QUOTES_TABLE', 'RESPONSE_MISMATCH', 'STRATEGIES_TABLE'],
      sharequote: ['ENVIRONMENT', 'IDEMPOTENCY_TABLE', 'PUBLIC_URL', 'QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      readquoteshare: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      revokequoteshare: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      readsharedquote: ['ENVIRONMENT', 'ORGANIZATIONS_TABLE', 'QUOTES_TABLE', 'STRATEGIES_TABLE'],
      listquoteevents: ['DELIVERIES_TABLE', 'QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      loadterminals: ['TERMINALS_TABLE'],
      mcp: [...QUOTING, 'RFPS_TABLE'].toSorted(),
      readusage: ['ORGANIZATIONS_TABLE', 'RESPONSE_MISMATCH', 'USAGE_TABLE'],
      refreshdiesel: ['EIA_API_KEY_PARAMETER', 'MARKET_TABLE'],
      searchterminals: ['RESPONSE_MISMATCH', 'TERMINALS_REFRESH_SECONDS', 'TERMINALS_TABLE'],
      readapidescription: [],
      pricelanes: [
        'IDEMPOTENCY_TABLE',
        'MAP_SERVICE',
        'MARKET_REFRESH_SECONDS',
        'MARKET_TABLE',
        'ORGANIZATIONS_TABLE',
        'RESPONSE_MISMATCH',
        'STRATEGIES_TABLE',
        'TERMINALS_REFRESH_SECONDS',
        'TERMINALS_TABLE',
        'USAGE_TABLE',
      ],
      createrfp: [...PRICING_RFPS, 'UPLOADS_BUCKET'].toSorted(),
      declinequote: ['QUOTES_TABLE', 'RESPONSE_MISMATCH'],
      revisequote: QUOTING,
      createcontractrates: [
        'CONTRACTS_TABLE',
        'IDEMPOTENCY_TABLE',
        'RESPONSE_MISMATCH',
        'TERMINALS_REFRESH_SECONDS',
        'TERMINALS_TABLE',
      ],
      listcontractrates: ['CONTRACTS_TABLE', 'RESPONSE_MISMATCH'],
      readcontractrate: ['CONTRACTS_TABLE', 'RESPONSE_MISMATCH'],
      replacecontractrate: [
        'CONTRACTS_TABLE',
        'RESPONSE_MISMATCH',
        'TERMINALS_REFRESH_SECONDS',
        'TERMINALS_TABLE',
      ],
      deletecontractrate: ['CONTRACTS_TABLE', 'RESPONSE_MISMATCH'],
      changerfp: ['RESPONSE_MISMATCH', 'RFPS_TABLE'],
      repricerfp: PRICING_RFPS,
      awardrfp: ['IDEMPOTENCY_TABLE', 'RESPONSE_MISMATCH', 'RFPS_TABLE'],
      closerfp: ['IDEMPOTENCY_TABLE', 'RESPONSE_MISMATCH', 'RFPS_TABLE'],
      readrfp: ['RESPONSE_MISMATCH', 'RFPS_TABLE'],
      listrfps: ['RESPONSE_MISMATCH', 'RFPS_TABLE'],
      listrfplanes: ['RESPONSE_MISMATCH', 'RFPS_TABLE', 'STRATEGIES_TABLE'],
      readrfpresults: ['RESPONSE_MISMATCH', 'RFPS_TABLE', 'STRATEGIES_TABLE', 'UPLOADS_BUCKET'],
      deleterfp: ['RESPONSE_MISMATCH', 'RFPS_TABLE'],
      readmarketsummary: ['MARKET_TABLE', 'RESPONSE_MISMATCH'],
      readmarketupload: ['RESPONSE_MISMATCH', 'UPLOADS_BUCKET'],
      readorganization: ['ORGANIZATIONS_TABLE', 'RESPONSE_MISMATCH'],
      readpricingstrategy: ['RESPONSE_MISMATCH', 'STRATEGIES_TABLE'],
      readpricingstrategyhistory: ['RESPONSE_MISMATCH', 'STRATEGIES_TABLE'],
      previewpricingstrategy: [
        'QUOTES_TABLE',
        'RESPONSE_MISMATCH',
        'STRATEGIES_TABLE',
        'TERMINALS_REFRESH_SECONDS',
        'TERMINALS_TABLE',
      ],
      searchplaces: ['RESPONSE_MISMATCH'],
      readaccessorials: ['RESPONSE_MISMATCH', 'STRATEGIES_TABLE'],
      replaceaccessorials: [
        'AUDIT_TABLE',
        'RESPONSE_MISMATCH',
        'STRATEGIES_TABLE',
        'TERMINALS_REFRESH_SECONDS',
        'TERMINALS_TABLE',
      ],
      replacepricingstrategy: [
        'AUDIT_TABLE',
        'RESPONSE_MISMATCH',
        'STRATEGIES_TABLE',
        'TERMINALS_REFRESH_SECONDS',
        'TERMINALS_TABLE',
      ],
      listkeys: ['ORGANIZATIONS_TABLE', 'RESPONSE_MISMATCH'],
      createkey: ['AUDIT_TABLE', 'IDEMPOTENCY_TABLE', 'ORGANIZATIONS_TABLE', 'RESPONSE_MISMATCH'],
      rotatekey: ['AUDIT_TABLE', 'IDEMPOTENCY_TABLE', 'ORGANIZATIONS_TABLE', 'RESPONSE_MISMATCH'],
      deletekey: ['AUDIT_TABLE', 'ORGANIZATIONS_TABLE', 'RESPONSE_MISMATCH'],
      readauditlog: ['AUDIT_TABLE', 'RESPONSE_MISMATCH'],
      createwebhook: [
        'AUDIT_TABLE',
        'DELIVERIES_TABLE',
        'IDEMPOTENCY_TABLE',
        'RESPONSE_MISMATCH',
        'WEBHOOKS_TABLE',
        'WEBHOOK_OWNERSHIP',
        'WEBHOOK_RATES',
        'WEBHOOK_RECEIVERS',
        'WEBHOOK_SECRETS_KEY',
      ],
      listwebhooks: ['RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      readwebhook: ['RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      readwebhookhealth: ['DELIVERIES_TABLE', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      updatewebhook: [
        'AUDIT_TABLE',
        'DELIVERIES_TABLE',
        'RESPONSE_MISMATCH',
        'RETRIES_URL',
        'WEBHOOKS_TABLE',
        'WEBHOOK_OWNERSHIP',
        'WEBHOOK_RATES',
        'WEBHOOK_RECEIVERS',
      ],
      deletewebhook: ['AUDIT_TABLE', 'RESPONSE_MISMATCH', 'RETRIES_URL', 'WEBHOOKS_TABLE'],
      rotatewebhooksecret: ['AUDIT_TABLE', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE', 'WEBHOOK_SECRETS_KEY'],
      testwebhook: [
        'DELIVERIES_TABLE',
        'ORGANIZATIONS_TABLE',
        'RESPONSE_MISMATCH',
        'WEBHOOKS_TABLE',
        'WEBHOOK_RATES',
        'WEBHOOK_RECEIVERS',
        'WEBHOOK_RETRY_SCHEDULE',
        'WEBHOOK_SECRETS_KEY',
      ],
      listdeliveries: ['DELIVERIES_TABLE', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      readdelivery: ['DELIVERIES_TABLE', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      redeliver: ['DELIVERIES_TABLE', 'DELIVERIES_URL', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
      recoverdeliveries: ['DELIVERIES_TABLE', 'DELIVERIES_URL', 'RESPONSE_MISMATCH', 'WEBHOOKS_TABLE'],
    });
  });
});
