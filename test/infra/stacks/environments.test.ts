import { describe, expect, it } from '@jest/globals';
import {
  checkWebhookSettings,
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  environmentSettings,
} from '../../../lib/settings/environments.ts';
import { policiesOf } from '../../support/policies-of-roles.ts';
import {
  type Resource,
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
function rightsOf({ workers, api, search }: Templates, name: EnvironmentName) {
  const templates = [workers, api, search];
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

describe('environments', () => {
  it('names the known ones when asked for another', () => {
    expect(() => environmentSettings('production')).toThrow(/dev, staging, prod/);
  });

  it('rehearses prod in staging: prod has no kind of resource that staging lacks', async () => {
    const kindsOf = async (name: EnvironmentName) =>
      new Set(
        Object.values(await templatesOf(name)).flatMap(({ Resources }) =>
          Object.values(Resources).map(({ Type }) => Type),
        ),
      );
    const rehearsed = await kindsOf('staging');
    expect([...(await kindsOf('prod'))].filter((kind) => !rehearsed.has(kind))).toEqual([]);
    const reserved = async (name: EnvironmentName) =>
      Object.values(await templatesOf(name))
        .flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'))
        .filter(([, { Properties }]) => Properties.ReservedConcurrentExecutions !== undefined)
        .map(([id]) => id);
    expect(await reserved('staging')).toEqual(await reserved('prod'));
  });

  // CloudFormation and the emulator accept 500 resources. With allowed origins, each path has a method OPTIONS.
  it.each(ENVIRONMENT_NAMES)('has at most 500 resources in each stack of %s', async (name) => {
    const counts = [...resourceCountsOf(await templatesOf(name))];
    expect(counts.length).toBeGreaterThanOrEqual(3);
    if (name === 'prod') {
      const origins = { allowedOrigins: ['https://app.example.com'] };
      counts.push(...resourceCountsOf(await synthesizedTemplates(name, origins)));
    }
    expect(counts.filter(([, resources]) => resources > 500 && name !== 'local')).toEqual([]);
  });

  it.each(KEPT)(
    'keeps the tables of %s, and only reports a response that differs from its schema',
    (name) => {
      expect(environmentSettings(name)).toMatchObject({ disposable: false, responseMismatch: 'report' });
    },
  );

  it('has a domain of one node in staging and small prod, and none elsewhere unless asked for', () => {
    const nodesOf = (name: EnvironmentName, opensearch = false) => {
      const { terminalSearch } = environmentSettings(name, { opensearch });
      return terminalSearch === 'embedded' ? 0 : terminalSearch.nodes;
    };
    expect(ENVIRONMENT_NAMES.map((name) => [name, nodesOf(name), nodesOf(name, true)])).toEqual([
      ['dev', 0, 1],
      ['staging', 1, 1],
      ['prod', 1, 1],
      ['emulator', 0, 1],
      ['local', 0, 1],
    ]);
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
    expect(all).not.toMatch(/TracingConfig|xray:/);
  });

  it.each(KEPT)(
    'gives the functions of %s the rights that the tests on this machine have measured',
    async (name) => {
      const { terminalSearch, probeMinutes } = environmentSettings(name);
      const here = await (terminalSearch === 'embedded' ? templatesOf('local') : localWithDomain());
      const there = await templatesOf(name);
      expect(Object.keys(rightsOf(here, 'local')).length).toBeGreaterThanOrEqual(30);
      const measured = Object.entries(rightsOf(here, 'local')).filter(
        ([policy]) =>
          (probeMinutes !== undefined || !policy.startsWith('probe')) && !policy.startsWith('receivemail'),
      );
      expect(rightsOf(there, name)).toEqual(Object.fromEntries(measured));

      const damaged = structuredClone(there);
      const [first] = policiesOf(damaged.workers).map(([, { Properties }]) => Properties);
      (at(first, 'PolicyDocument', 'Statement') as unknown[]).push({
        Action: 'dynamodb:Scan',
        Resource: 'table',
      });
      expect(rightsOf(damaged, name)).not.toEqual(Object.fromEntries(measured));
    },
  );

  it('names the tables in the variables of a function on which it has rights, and no other', async () => {
    const { data: _data, ...templates } = await templatesOf('dev');
    const wrong = Object.values(templates).flatMap((template) =>
      resourcesOf(template, 'AWS::Lambda::Function').flatMap(([id, { Properties }]) => {
        const role = at(Properties, 'Role', 'Fn::GetAtt', 0);
        const policies = policiesOf(template).filter(
          ([, policy]) => policy.Properties.Roles[0]?.Ref === role,
        );
        const rights = new Set(JSON.stringify(policies).match(/(?<=tables)[a-z]+/g));
        const named = Object.keys(Object(at(Properties, 'Environment', 'Variables')))
          .filter((name) => name.endsWith('_TABLE'))
          .map((name) => name.replace('_TABLE', '').toLowerCase());
        return named.toSorted().join() === [...rights].toSorted().join() ? [] : [id];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the map service', () => {
  const FUNCTIONS = ['createquote', 'mcp', 'previewquote', 'pricelanes', 'quotechat', 'revisequote'];
  const ROUTES = {
    'Fn::Join': [
      '',
      ['arn:', { Ref: 'AWS::Partition' }, ':geo-routes:', { Ref: 'AWS::Region' }, '::provider/default'],
    ],
  };

  /** Map service variables of the functions for rates and quotes, and the policies with a right to routes. */
  function mapServiceOf({ api }: Templates) {
    const given = resourcesOf(api, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
      const service = at(Properties, 'Environment', 'Variables', 'MAP_SERVICE');
      return service === undefined ? [] : [service];
    });
    const rights = policiesOf(api).flatMap(([policy, { Properties }]) =>
      (Properties.PolicyDocument.Statement as { Action: unknown; Resource: unknown }[])
        .filter(({ Action }) => JSON.stringify(Action).includes('geo-routes'))
        .map(({ Action, Resource }) => ({ policy: policy.replace(/Role.*/, ''), Action, Resource })),
    );
    return { given, rights: rights.toSorted((one, other) => (one.policy < other.policy ? -1 : 1)) };
  }

  it('is off in every environment, and takes no right while it is off', async () => {
    for (const name of ENVIRONMENT_NAMES) expect(environmentSettings(name).mapService).toBe('embedded');
    expect(mapServiceOf(await templatesOf('prod'))).toEqual({
      given: FUNCTIONS.map(() => 'embedded'),
      rights: [],
    });
  });

  it('needs one right of the functions that price lanes, only on the provider', async () => {
    const { given, rights } = mapServiceOf(
      await synthesizedTemplates('prod', { mapService: 'amazon-location' }),
    );
    expect(given).toEqual(FUNCTIONS.map(() => 'amazon-location'));
    expect(rights).toMatchObject(
      FUNCTIONS.map((policy) => ({ policy, Action: 'geo-routes:CalculateRoutes', Resource: ROUTES })),
    );
  });
});

describe('the model that reads texts of chats', () => {
  const FUNCTIONS = ['addchatmessage', 'createchat'];
  const modelsOf = ({ api }: Templates) =>
    policiesOf(api).flatMap(([policy, { Properties }]) =>
      (Properties.PolicyDocument.Statement as { Action: unknown; Resource: unknown; Condition?: unknown }[])
        .filter(({ Action }) => JSON.stringify(Action).includes('bedrock'))
        .map(({ Action, Resource, Condition }) => ({
          policy: policy.replace(/Role.*/, ''),
          Action,
          // Without the references to the partition, region and account.
          resource: JSON.stringify(Resource).replace(/.*?:bedrock/, 'bedrock'),
          isConditional: Condition !== undefined,
        })),
    );
  const readersOf = ({ api }: Templates) =>
    resourcesOf(api, 'AWS::Lambda::Function').flatMap(
      ([, { Properties }]) => at(Properties, 'Environment', 'Variables', 'CHAT_READER') ?? [],
    );

  it('is off in every environment, and takes no right while it is off', async () => {
    for (const name of ENVIRONMENT_NAMES) expect(environmentSettings(name).chatReader).toBe('grammar');
    const prod = await templatesOf('prod');
    expect([readersOf(prod), modelsOf(prod)]).toEqual([FUNCTIONS.map(() => 'grammar'), []]);
  });

  it.each([
    ['amazon.nova-lite-v1:0', [['foundation-model/amazon.nova-lite-v1:0', false]]],
    [
      'us.amazon.nova-lite-v1:0',
      [
        ['inference-profile/us.amazon.nova-lite-v1:0', false],
        ['foundation-model/amazon.nova-lite-v1:0', true],
      ],
    ],
  ] as const)('%s is one right of the functions that read texts', async (chatReader, rights) => {
    const templates = await synthesizedTemplates('prod', { chatReader });
    expect(readersOf(templates)).toEqual(FUNCTIONS.map(() => chatReader));
    expect(modelsOf(templates)).toEqual(
      FUNCTIONS.flatMap((policy) =>
        rights.map(([resource, isConditional]) => ({
          ...{ policy, Action: 'bedrock:InvokeModel', isConditional },
          resource: expect.stringContaining(`${resource}"`),
        })),
      ),
    );
  });
});

describe('the mail domain', () => {
  it('is set nowhere but on this machine, and nothing of it is there while it is not set', async () => {
    for (const name of ENVIRONMENT_NAMES)
      expect(environmentSettings(name).mailDomain).toBe(name === 'local' ? 'mail.localhost' : undefined);
    expect(JSON.stringify(await templatesOf('prod'))).not.toMatch(
      /AWS::SES|MAIL_DOMAIN|MailsBucket|mailsQueue|receivemail/,
    );
  });

  it('has a rule of SES that stores its mails encrypted in transit, for a day, and one function that reads them', async () => {
    const { workers, api } = await synthesizedTemplates('prod', { mailDomain: 'mail.example.com' });
    const [[, rule], ...more] = resourcesOf(workers, 'AWS::SES::ReceiptRule') as [[string, Resource]];
    const [bucket = '', { Properties }] = resourcesOf(workers, 'AWS::S3::Bucket').find(([id]) =>
      id.startsWith('MailsBucket'),
    ) as [string, Resource];
    expect(more).toEqual([]);
    expect(rule.Properties.Rule).toEqual({
      ...{ Enabled: true, Recipients: ['mail.example.com'], ScanEnabled: true, TlsPolicy: 'Require' },
      Actions: [{ S3Action: { BucketName: { Ref: bucket } } }],
    });
    expect(at(Properties, 'LifecycleConfiguration', 'Rules', 0, 'ExpirationInDays')).toBe(1);
    const policy = resourcesOf(workers, 'AWS::S3::BucketPolicy').find(([id]) => id.startsWith('MailsBucket'));
    expect(JSON.stringify(policy)).toContain(
      '"Action":"s3:PutObject","Condition":{"StringEquals":{"aws:SourceAccount":{"Ref":"AWS::AccountId"}}},"Effect":"Allow","Principal":{"Service":"ses.amazonaws.com"}',
    );
    const readers = policiesOf(workers).filter(([, one]) => JSON.stringify(one).includes(bucket));
    expect(readers.map(([id]) => id.replace(/Role.*/, ''))).toEqual(['receivemail']);
    const naming = [workers, api].flatMap((template) =>
      resourcesOf(template, 'AWS::Lambda::Function')
        .filter(([, one]) => at(one.Properties, 'Environment', 'Variables', 'MAIL_DOMAIN') !== undefined)
        .map(([id]) => id.replace(/Function.*/, '')),
    );
    expect(naming.toSorted()).toEqual(['readorganizationmail', 'receivemail', 'replaceorganizationmail']);
  });
});

describe('owner and cost center of the operator settings', () => {
  /** Types whose tags the cost reports of AWS group by. */
  const TYPES = ['AWS::DynamoDB::GlobalTable', 'AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::KMS::Key'];
  const tagged = (templates: Templates): readonly string[] =>
    Object.values(templates)
      .flatMap((template) => TYPES.flatMap((type) => resourcesOf(template, type)))
      .map(([, { Properties }]) => JSON.stringify(Properties));

  it('are tags of all resources, and absent if they are not set', async () => {
    const changes = { owner: 'pricing-team', costCenter: '4711' };
    const resources = tagged(await synthesizedTemplates('dev', changes));
    expect(resources.length).toBeGreaterThan(30);
    for (const resource of resources) {
      expect(resource).toContain('{"Key":"owner","Value":"pricing-team"}');
      expect(resource).toContain('{"Key":"cost-center","Value":"4711"}');
    }
    expect(tagged(await templatesOf('dev')).join()).not.toMatch(/"Key":"(owner|cost-center)"/);
  });
});
