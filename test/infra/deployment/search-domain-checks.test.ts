import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { awsSearchFacts, checkSearchDomain } from '../../../bin/app/search-domain-checks.ts';
import type { SearchDomainFacts } from '../../../bin/freight/connection/search-domain.ts';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import { ACCOUNT, runApp } from '../../support/run-app.ts';
import { type AwsAnswers, GOOD, startAwsAnswers } from './aws-answers.ts';

const ARN = `arn:aws:es:us-east-1:${ACCOUNT}:domain/terminals`;
const ARN_NAME = parameterNames('prod').searchDomainArn;
const TYPE = 'm6g.large.search';
const DOMAIN: SearchDomainFacts = { name: 'terminals', health: 'green', inProgress: [], unknown: [] };

const ZONES = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c', 'eu-west-1d'];

const checked = (
  isOffered: boolean | undefined,
  deployed: SearchDomainFacts | undefined,
  {
    zones = ZONES as string[] | undefined,
    offeredIn = ZONES as string[],
    hasServiceRole = true as boolean | undefined,
  } = {},
) =>
  checkSearchDomain({ instanceType: TYPE, nodes: 3, zones: [0, 1, 2] }, 'eu-west-1', {
    offer: async () => (isOffered === undefined ? undefined : { isOffered, zones: offeredIn }),
    zones: async () => zones,
    hasServiceRole: async () => hasServiceRole,
    deployed: async () => deployed,
  }).then(
    (warnings): { warnings: readonly string[]; error?: string } => ({ warnings }),
    (error: Error) => ({ warnings: [], error: error.message }),
  );

describe('what a deployment with a search domain needs', () => {
  it.each([
    [true, undefined],
    [true, DOMAIN],
    [undefined, undefined],
  ])('is there, or not known: nothing is reported (%s, %j)', async (isOffered, deployed) => {
    expect(await checked(isOffered, deployed)).toEqual({ warnings: [] });
  });

  it('is missing where the region has no such instance type', async () => {
    expect((await checked(false, DOMAIN)).error).toMatch(
      /^OpenSearch Service does not offer m6g\.large\.search for OpenSearch_2\.19 in eu-west-1: set another/,
    );
  });

  it('is missing without the service-linked role: one line with the command that creates it', async () => {
    expect((await checked(true, undefined, { hasServiceRole: false })).error).toBe(
      'The account has no service-linked role for OpenSearch Service. Run once: aws iam create-service-linked-role --aws-service-name opensearchservice.amazonaws.com',
    );
  });

  it('is in doubt where a zone of the nodes lacks the instance type: the line names zones that have it', async () => {
    const { error, warnings } = await checked(true, undefined, { offeredIn: ZONES.toSpliced(1, 1) });
    expect(error).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringMatching(
        /does not offer m6g\.large\.search in eu-west-1b: begin terminalSearch\.zones in .+ with 3 of 0, 2, 3 /,
      ),
    ]);
    const short = await checked(true, undefined, { zones: ZONES.slice(0, 2), offeredIn: ZONES });
    expect(short.error).toMatch(/in 2 zones of eu-west-1, and the domain has 3 nodes/);
  });

  it('is missing where too few zones have the instance type', async () => {
    expect((await checked(true, DOMAIN, { offeredIn: ZONES.slice(2) })).error).toMatch(
      /offers m6g\.large\.search in 2 zones of eu-west-1, and the domain has 3 nodes: set another terminalSearch\.instanceType/,
    );
  });

  it('is not checked where AWS does not return zones or roles', async () => {
    const unknown = { zones: undefined, offeredIn: [], hasServiceRole: undefined };
    expect(await checked(true, undefined, unknown)).toEqual({ warnings: [] });
  });

  it('is in doubt while the domain is changed or red: a line each', async () => {
    const { error, warnings } = await checked(true, {
      ...DOMAIN,
      health: 'red',
      inProgress: ['Modifying'],
    });
    expect(error).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringMatching(/^Search domain terminals: Modifying in progress\. .+freight search status/),
      expect.stringMatching(/^Search domain terminals: health red\./),
    ]);
  });
});

const zonesAnswer = (...names: string[]) =>
  `<DescribeAvailabilityZonesResponse><availabilityZoneInfo>${names
    .map((name) => `<item><zoneName>${name}</zoneName></item>`)
    .join('')}</availabilityZoneInfo></DescribeAvailabilityZonesResponse>`;
const STATUS = {
  DomainName: 'terminals',
  EngineVersion: 'OpenSearch_2.19',
  ClusterConfig: { InstanceCount: 3 },
  DomainProcessingStatus: 'Active',
};

let aws: AwsAnswers;
let folder: string;
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

beforeAll(async () => {
  Object.assign(process.env, CREDENTIALS);
  aws = await startAwsAnswers();
  folder = await mkdtemp(join(tmpdir(), 'freight-app-'));
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({ prod: { backups: { retentionDays: 1, copiesWaived: true } } }),
  );
});
afterAll(async () => {
  for (const name of Object.keys(CREDENTIALS)) delete process.env[name];
  await rm(folder, { recursive: true, force: true });
  await aws.stop();
});
beforeEach(() => {
  aws.asked.length = 0;
  const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];
  aws.answers = {
    ...GOOD,
    ssm: [200, { Parameter: { Value: ARN }, Parameters: [{ Name: ARN_NAME, Value: ARN }] }],
    instanceTypeDetails: [200, { InstanceTypeDetails: [{ InstanceType: TYPE, AvailabilityZones: zones }] }],
    iam: [200, '<GetRoleResponse><GetRoleResult><Role/></GetRoleResult></GetRoleResponse>'],
    ec2: [200, zonesAnswer('us-east-1b', 'us-east-1a', 'us-east-1c')],
    domain: [200, { DomainStatus: STATUS }],
    health: [200, { ClusterHealth: 'Green' }],
  };
});

describe('the facts about search domains from AWS', () => {
  const facts = () => awsSearchFacts('prod', 'us-east-1', aws.endpoint);

  it('is what the deployed domain does, where there is one', async () => {
    expect(await facts().deployed()).toMatchObject({ name: 'terminals', health: 'green', dataNodes: 3 });
    aws.answers.ssm = [200, { Parameters: [] }];
    expect(await facts().deployed()).toBeUndefined();
    aws.answers.ssm = [403, { __type: 'AccessDeniedException' }];
    expect(await facts().deployed()).toBeUndefined();
  });
});

describe('the app, as the CDK runs it for an environment with a search domain', () => {
  const appFor = (environment: string) =>
    runApp({ folder, endpoint: aws.endpoint, context: { environment } });

  it('rejects a region without the instance type in one line, before there is an assembly', async () => {
    aws.answers.instanceTypeDetails = [200, { InstanceTypeDetails: [] }];
    const { said, left } = await appFor('prod');
    expect(said).toMatch(/^OpenSearch Service does not offer t3\.small\.search .+ in us-east-1/);
    expect(said.split('\n')).toHaveLength(1);
    expect(left).toEqual([]);
  });
});
