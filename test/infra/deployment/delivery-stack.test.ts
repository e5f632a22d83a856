import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLE_BACKUPS } from '../../support/sample-backups.ts';
import { synthesizedTemplates, type Template, type Templates } from '../../support/synthesized-templates.ts';
import { DELIVERY_PROPERTIES } from '../properties/delivery-properties.ts';
import { at, noticesAccidents, resourcesOf } from '../properties/property.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const REPOSITORY = 'acme@12/freight@34';

/** Synthesizes the stack as the CDK's command line does. */
async function deliveryTemplate(environments: string, more: object = {}): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'freight-delivery-'));
  try {
    await promisify(execFile)(process.execPath, [`${ROOT}bin/delivery.ts`], {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        CDK_OUTDIR: folder,
        CDK_CONTEXT_JSON: JSON.stringify({ repository: REPOSITORY, environments, ...more }),
      },
    });
    return JSON.parse(await readFile(join(folder, 'freight-delivery.template.json'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NONE: Template = { Resources: {} };
const NO_STACKS: Templates = { data: NONE, workers: NONE, api: NONE, search: NONE, web: NONE };

let template: Template;

beforeAll(async () => {
  template = await deliveryTemplate('staging,prod');
});

const actionsOf = (type: string): string[] =>
  resourcesOf(template, type).flatMap(([, { Properties }]) =>
    (
      at(Properties, 'PolicyDocument', 'Statement') as { Action: string | string[]; Effect: string }[]
    ).flatMap(({ Action, Effect }) => (Effect === 'Allow' ? Action : [])),
  );

describe('the delivery stack of an account with staging and prod', () => {
  const inPlaceOfApi = (api: Template): Templates => ({ ...NO_STACKS, api });

  it.each(DELIVERY_PROPERTIES.map((one) => [one.name, one] as const))('%s', (_name, property) => {
    expect(property.violations(inPlaceOfApi(template))).toEqual([]);
    expect(noticesAccidents(property, inPlaceOfApi(template))).toBe(true);
  });

  it('has no files, so that it is deployed before the bootstrap', () => {
    const text = JSON.stringify(template);
    expect(text.length).toBeLessThan(51_200);
    expect(template.Parameters ?? {}).toEqual({});
    expect(text).not.toContain('cdk-bootstrap/hnb659fds/version"}');
  });

  it('accepts pull requests only in an account that has only dev', async () => {
    const subjectsIn = (one: Template) => JSON.stringify(resourcesOf(one, 'AWS::IAM::Role'));
    expect(subjectsIn(template)).not.toContain('pull_request');
    expect(subjectsIn(await deliveryTemplate('dev'))).toContain(`repo:${REPOSITORY}:pull_request`);
    expect(subjectsIn(await deliveryTemplate('dev,prod'))).not.toContain('pull_request');
  });

  it('uses the OIDC provider that an account has', async () => {
    const other = await deliveryTemplate('dev', { provider: 'existing' });
    expect(resourcesOf(other, 'AWS::IAM::OIDCProvider')).toEqual([]);
    expect(JSON.stringify(other)).toContain(':oidc-provider/token.actions.githubusercontent.com');
  });
});

/** Sources of the checks before a deployment and of a smoke run that only reads. */
const CHECKS = [
  ...globSync('{test/smoke,bin/app}/*.ts', { cwd: ROOT }),
  'bin/freight/connection/target.ts',
].filter((file) => !file.endsWith('remove-organization.ts'));

/** Rights whose names differ from those of the requests; empty if a request needs none. */
const RIGHTS: Readonly<Record<string, string>> = {
  GetCallerIdentity: '',
  GetAccount: 'apigateway:GET',
};

describe('the role that deploys', () => {
  it('has the rights of the requests of both checks, and no other', () => {
    const requests = new Set(
      CHECKS.flatMap((file) =>
        [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(/new (\w+)Command\(|paginate(\w+)\(/g)].map(
          ([, command, paginated]) => command ?? paginated ?? '',
        ),
      ),
    );
    const granted = [...new Set(actionsOf('AWS::IAM::Policy'))].filter(
      (action) => action !== 'sts:AssumeRole',
    );
    const wanted = [...requests].map((request) => RIGHTS[request] ?? request).filter((right) => right !== '');
    const isGranted = (right: string) =>
      granted.some((action) => action === right || action.endsWith(`:${right}`));
    expect(wanted.length).toBeGreaterThan(15);
    expect(wanted.filter((right) => !isGranted(right))).toEqual([]);
    const isWanted = (action: string) =>
      wanted.some((right) => action === right || action.endsWith(`:${right}`));
    expect(granted.filter((action) => !isWanted(action))).toEqual([]);
  });
});

/** IAM prefixes of services whose CloudFormation name differs from it. */
const PREFIXES: Readonly<Record<string, string>> = { certificatemanager: 'acm', opensearchservice: 'es' };

describe('the policy of CloudFormation', () => {
  it('has the services of the resources of all environments, with a domain or a distribution, a budget and backups, and no other', async () => {
    const customDomain = { name: 'api.example.com', hostedZone: { id: 'Z1', name: 'example.com' } };
    const web = {
      name: 'freight.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c',
    };
    const templates = [
      ...Object.values(await synthesizedTemplates('dev')),
      ...Object.values(
        await synthesizedTemplates('prod', { customDomain, monthlyBudgetUsd: 100, backups: SAMPLE_BACKUPS }),
      ),
      ...Object.values(await synthesizedTemplates('dev', { web })),
    ];
    const types = new Set(
      templates.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)),
    );
    const services = new Set(
      [...types]
        .filter((type) => type.startsWith('AWS::'))
        .map((type) => (type.split('::')[1] ?? '').toLowerCase())
        .map((service) => PREFIXES[service] ?? service)
        // Both have rights on named resources.
        .filter((service) => !['iam', 'cloudformation'].includes(service)),
    );
    const granted = actionsOf('AWS::IAM::ManagedPolicy').filter((action) => action.endsWith(':*'));
    expect(granted.map((action) => action.split(':')[0]).sort()).toEqual([...services].sort());
  });

  it('passes roles to the services that roles of prod trust, and attaches the managed policies that they have', async () => {
    const text = JSON.stringify(resourcesOf(template, 'AWS::IAM::ManagedPolicy'));
    const roles = Object.values(
      await synthesizedTemplates('prod', { monthlyBudgetUsd: 500, backups: SAMPLE_BACKUPS }),
    ).flatMap((one) => resourcesOf(one, 'AWS::IAM::Role'));
    expect(roles.length).toBeGreaterThan(30);
    for (const [, { Properties }] of roles) {
      const principals =
        JSON.stringify(Properties.AssumeRolePolicyDocument).match(/[\w-]+\.amazonaws\.com/g) ?? [];
      const managed = JSON.stringify(Properties.ManagedPolicyArns ?? []).match(/service-role\/\w+/g) ?? [];
      expect(principals.length).toBeGreaterThan(0);
      for (const name of [...principals, ...managed])
        expect([name, text.includes(name)]).toEqual([name, true]);
    }
  });
});
