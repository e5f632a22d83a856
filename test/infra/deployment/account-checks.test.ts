import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountFacts, checkAccount as check, type Deployer } from '../../../bin/app/account-checks.ts';
import { sized } from '../../../lib/settings/environments.ts';
import { ACCOUNT, runApp } from '../../support/run-app.ts';
import {
  type AwsAnswers,
  failureXml,
  GOOD,
  identityXml,
  startAwsAnswers,
  templateXml,
} from './aws-answers.ts';

const DEPLOYER: Deployer = { account: ACCOUNT, region: 'eu-west-1', regionIsGiven: true };
const NEEDED = 3_000;
const PROD = { name: 'prod', ...sized('medium') } as const;
const RESERVED = 1_050;
const DEV = { name: 'dev' } as const;

const GATEWAY = { rateLimit: 10_000, burstLimit: 5_000 };

const facts = (changes: Partial<Record<keyof AccountFacts, unknown>> = {}): AccountFacts => {
  const all = {
    account: ACCOUNT,
    isBootstrapped: true,
    concurrency: NEEDED,
    gatewayThrottle: GATEWAY,
    ...changes,
  };
  return {
    account: async () => all.account as string | undefined,
    isBootstrapped: async () => all.isBootstrapped as boolean | undefined,
    concurrency: async () => all.concurrency as number | undefined,
    gatewayThrottle: async () => all.gatewayThrottle as typeof GATEWAY | undefined,
  };
};
/** How the checks ended. */
const checkAccount = (...account: Parameters<typeof check>) =>
  check(...account).then(
    (warnings): { warnings: readonly string[]; error?: string } => ({ warnings }),
    (error: Error) => ({ warnings: [], error: error.message }),
  );
const unknown = facts({ isBootstrapped: undefined, concurrency: undefined, gatewayThrottle: undefined });

describe('what a deployment needs of its account', () => {
  it('has no findings for a suitable account', async () => {
    for (const settings of [DEV, PROD]) {
      expect(await checkAccount(settings, DEPLOYER, facts())).toEqual({ warnings: [] });
    }
  });

  it.each<[string, Partial<Deployer>, Partial<Record<keyof AccountFacts, unknown>>, RegExp]>([
    ['no region', { regionIsGiven: false }, {}, /^No AWS region is set\. Set AWS_REGION/],
    [
      'not bootstrapped',
      {},
      { isBootstrapped: false },
      /^Account 123456789012 is not bootstrapped in eu-west-1.*: npm run -s cdk -- bootstrap -c environment=prod$/,
    ],
    [
      'too few executions for the reservations',
      {},
      { concurrency: RESERVED + 99 },
      new RegExp(
        `^Account ${ACCOUNT} in eu-west-1: Lambda rejects the ${RESERVED} reserved executions of prod, .* limit of 1149 .*Request ${NEEDED} in Service Quotas`,
      ),
    ],
  ])('reports a missing prerequisite in one line: %s', async (_case, deployer, changes, line) => {
    const { error = '' } = await checkAccount(PROD, { ...DEPLOYER, ...deployer }, facts(changes));
    expect(error).toMatch(line);
    expect(error).not.toContain('\n');
  });

  it('is less than the size needs: the deployment continues, with a warning of one line and the figure', async () => {
    const few = await checkAccount(PROD, DEPLOYER, facts({ concurrency: RESERVED + 100 }));
    expect(few).toEqual({
      warnings: [
        expect.stringMatching(/limit of 1150 concurrent executions, and medium needs 3000\. .*Request 3000/),
      ],
    });
    const slow = { rateLimit: 1_700, burstLimit: 5_000 };
    expect(await checkAccount(PROD, DEPLOYER, facts({ gatewayThrottle: slow }))).toEqual({
      warnings: [
        expect.stringMatching(
          /accepts 1700 calls a second and 5000 at once, and the plans need 1701 and 500\. Request 1701/,
        ),
      ],
    });
    const small = { name: 'prod', ...sized('small') } as const;
    expect(await checkAccount(small, DEPLOYER, facts({ concurrency: 1_000 }))).toEqual({ warnings: [] });
    const { error, warnings } = await checkAccount(DEV, DEPLOYER, facts({ concurrency: 10 }));
    expect(error).toBeUndefined();
    expect(warnings.join()).toMatch(/has a limit of 10 concurrent executions.*Service Quotas/);
  });

  it('counts provisioned executions once: in their reservation, or on top of all reservations', async () => {
    const least = facts({ concurrency: RESERVED + 100 });
    const within = { ...PROD, provisionedExecutions: { authorizer: 50 } };
    expect((await checkAccount(within, DEPLOYER, least)).error).toBeUndefined();
    const onTop = { ...PROD, provisionedExecutions: { 'price-lanes': 50 } };
    expect((await checkAccount(onTop, DEPLOYER, least)).error).toContain(`the ${RESERVED + 50} reserved`);
  });

  it('is not known: nothing is held up', async () => {
    expect(await checkAccount(PROD, DEPLOYER, unknown)).toEqual({ warnings: [] });
    const elsewhere = facts({ account: '999999999999', isBootstrapped: false, concurrency: 10 });
    expect(await checkAccount(PROD, DEPLOYER, elsewhere)).toEqual({ warnings: [] });
  });

  it('is not asked without credentials, which a synthesis does not need', async () => {
    const { account: _none, ...withoutAccount } = DEPLOYER;
    const { error, warnings } = await checkAccount(PROD, withoutAccount, facts({ isBootstrapped: false }));
    expect(error).toBeUndefined();
    expect(warnings.join()).toMatch(/^No AWS credentials.*AWS_PROFILE/);
  });
});

describe('the app, as the CDK runs it', () => {
  let aws: AwsAnswers;
  let folder: string;
  const SETTINGS = { environment: 'dev', 'aws:cdk:bundling-stacks': ['**'] };

  beforeAll(async () => {
    aws = await startAwsAnswers();
  });
  afterAll(() => aws.stop());

  beforeEach(async () => {
    aws.asked.length = 0;
    aws.answers = { ...GOOD };
    folder = await mkdtemp(join(tmpdir(), 'freight-app-'));
    await writeSettings({});
  });

  const writeSettings = (settings: object) =>
    writeFile(join(folder, 'settings.json'), JSON.stringify(settings));

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const appFor = (environment: string, variables: Readonly<Record<string, string | undefined>> = {}) =>
    runApp({ folder, endpoint: aws.endpoint, context: { environment }, variables });

  it.each<[string, string, AwsAnswers['answers'], Record<string, string | undefined>, RegExp]>([
    ['prd', 'an unknown environment', {}, {}, /^Unknown environment "prd".*dev, staging, prod/],
    [
      'prod',
      'an account with ten executions',
      {
        lambda: [200, { AccountLimit: { ConcurrentExecutions: 10 } }],
      },
      {},
      /Lambda rejects the 425 reserved executions of prod, .* limit of 10 .*Request 1000/,
    ],
    [
      'local',
      'an environment of this machine',
      {},
      { AWS_ENDPOINT_URL: undefined },
      /environment local is only for npm start/,
    ],
    [
      'dev',
      'an endpoint without a server',
      {},
      { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' },
      /^Nothing answers at AWS_ENDPOINT_URL=http:\/\/127\.0\.0\.1:1: start/,
    ],
    [
      'dev',
      'an unknown setting',
      {},
      { CDK_CONTEXT_JSON: JSON.stringify({ ...SETTINGS, dommain: 'api.example.com' }) },
      /^Unknown option -c dommain=\. Use one of: environment, opensearch, release, remove, replace, revision\. Whatever outlives a deployment is in .+\.json\.$/,
    ],
  ])(
    'rejects %s, %s, in one line and before an assembly is written',
    async (name, _case, bad, variables, line) => {
      Object.assign(aws.answers, bad);
      const { said, left } = await appFor(name, variables);
      expect(said).toMatch(line);
      expect(said.split('\n')).toHaveLength(1);
      expect(left).toEqual([]);
    },
  );

  it.each<[string, object, string]>([
    ['account', { account: '999999999999' }, 'prod belongs to account 999999999999'],
    ['region', { account: ACCOUNT, region: 'eu-west-1' }, 'prod belongs to region eu-west-1'],
  ])('rejects another %s than that of the environment, before it asks the account', async (_, prod, line) => {
    await writeSettings({ prod });
    const { said, left } = await appFor('prod');
    expect(said).toContain(line);
    expect(said.split('\n')).toHaveLength(1);
    expect({ left, asked: aws.asked }).toEqual({ left: [], asked: [] });
  });

  it('deploys to no other account than the one of the environment, and looks up no zones', async () => {
    await writeSettings({ staging: { account: ACCOUNT, region: 'us-east-1' } });
    const { left } = await appFor('staging', { CDK_DEFAULT_ACCOUNT: undefined });
    expect(left).toContain('freight-staging-search.template.json');
    const manifest = JSON.parse(await readFile(join(folder, 'cdk.out', 'manifest.json'), 'utf8'));
    expect(manifest.missing).toBeUndefined();
    const targets = Object.values(manifest.artifacts as Record<string, { type: string; environment: string }>)
      .filter(({ type }) => type === 'aws:cloudformation:stack')
      .map(({ environment }) => environment);
    expect(targets).toHaveLength(4);
    expect(new Set(targets)).toEqual(new Set([`aws://${ACCOUNT}/unknown-region`]));
  });

  it('rejects the removal of a deployed domain, unless the operator confirms it', async () => {
    const name = { Type: 'AWS::ApiGateway::DomainName', Properties: { DomainName: 'api.example.com' } };
    aws.answers.cloudformation = [200, templateXml({ Resources: { Name: name } })];
    const { said, left } = await appFor('dev');
    expect(said).toMatch(/^This deployment would remove domain:api\.example\.com/);
    expect(said.split('\n')).toHaveLength(1);
    expect(left).toEqual([]);
  });

  it('rejects a deployment that it cannot compare, if the environment has an account', async () => {
    aws.answers.cloudformation = [403, failureXml('AccessDenied', 'not allowed')];
    await writeSettings({ dev: { account: ACCOUNT } });
    const { said, left } = await appFor('dev');
    expect(said).toMatch(/cannot be read.*GetTemplate answers AccessDenied\.$/);
    expect(said.split('\n')).toHaveLength(1);
    expect(left).toEqual([]);
    // A profile of the CDK only: STS answers with another account.
    aws.answers = { ...GOOD, sts: [200, identityXml('999999999999')] };
    expect((await appFor('dev')).said).toMatch(/Set AWS_PROFILE instead\.$/);
  });
});
