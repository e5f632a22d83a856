import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkSearchDomain } from '../../../bin/app/search-domain-checks.ts';
import { runApp } from '../../support/run-app.ts';
import { type AwsAnswers, GOOD, startAwsAnswers } from './aws-answers.ts';

const TYPE = 'm6g.large.search';

const ZONES = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c', 'eu-west-1d'];

const checked = (
  isOffered: boolean | undefined,
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
  }).then(
    (warnings): { warnings: readonly string[]; error?: string } => ({ warnings }),
    (error: Error) => ({ warnings: [], error: error.message }),
  );

describe('what a deployment with a search domain needs', () => {
  it.each([true, undefined])('is there, or not known: nothing is reported (%s)', async (isOffered) => {
    expect(await checked(isOffered)).toEqual({ warnings: [] });
  });

  it('is missing where the region has no such instance type', async () => {
    expect((await checked(false)).error).toMatch(
      /^OpenSearch Service does not offer m6g\.large\.search for OpenSearch_2\.19 in eu-west-1: set another/,
    );
  });

  it('is missing without the service-linked role: one line with the command that creates it', async () => {
    expect((await checked(true, { hasServiceRole: false })).error).toBe(
      'The account has no service-linked role for OpenSearch Service. Run once: aws iam create-service-linked-role --aws-service-name opensearchservice.amazonaws.com',
    );
  });

  it('is in doubt where a zone of the nodes lacks the instance type: the line names zones that have it', async () => {
    const { error, warnings } = await checked(true, { offeredIn: ZONES.toSpliced(1, 1) });
    expect(error).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringMatching(
        /does not offer m6g\.large\.search in eu-west-1b: begin terminalSearch\.zones in .+ with 3 of 0, 2, 3 /,
      ),
    ]);
    const short = await checked(true, { zones: ZONES.slice(0, 2), offeredIn: ZONES });
    expect(short.error).toMatch(/in 2 zones of eu-west-1, and the domain has 3 nodes/);
  });

  it('is missing where too few zones have the instance type', async () => {
    expect((await checked(true, { offeredIn: ZONES.slice(2) })).error).toMatch(
      /offers m6g\.large\.search in 2 zones of eu-west-1, and the domain has 3 nodes: set another terminalSearch\.instanceType/,
    );
  });

  it('is not checked where AWS does not return zones or roles', async () => {
    const unknown = { zones: undefined, offeredIn: [], hasServiceRole: undefined };
    expect(await checked(true, unknown)).toEqual({ warnings: [] });
  });
});

const zonesAnswer = (...names: string[]) =>
  `<DescribeAvailabilityZonesResponse><availabilityZoneInfo>${names
    .map((name) => `<item><zoneName>${name}</zoneName></item>`)
    .join('')}</availabilityZoneInfo></DescribeAvailabilityZonesResponse>`;

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
    es: [200, { InstanceTypeDetails: [{ InstanceType: TYPE, AvailabilityZones: zones }] }],
    iam: [200, '<GetRoleResponse><GetRoleResult><Role/></GetRoleResult></GetRoleResponse>'],
    ec2: [200, zonesAnswer('us-east-1b', 'us-east-1a', 'us-east-1c')],
  };
});

describe('the app, as the CDK runs it for an environment with a search domain', () => {
  const appFor = (environment: string) =>
    runApp({ folder, endpoint: aws.endpoint, context: { environment } });

  it('rejects a region without the instance type in one line, before there is an assembly', async () => {
    aws.answers.es = [200, { InstanceTypeDetails: [] }];
    const { said, left } = await appFor('prod');
    expect(said).toMatch(/^OpenSearch Service does not offer t3\.small\.search .+ in us-east-1/);
    expect(said.split('\n')).toHaveLength(1);
    expect(left).toEqual([]);
  });
});
