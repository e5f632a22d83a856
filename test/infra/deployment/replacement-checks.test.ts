import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { StackTemplate } from '../../../bin/app/deployed-stacks.ts';
import { checkReplacements, PROTECTED_TYPES, replaceableIds } from '../../../bin/app/replacement-checks.ts';
import { runApp } from '../../support/run-app.ts';
import { synthesizedTemplates, type Template } from '../../support/synthesized-templates.ts';
import { type AwsAnswers, GOOD, identityXml, startAwsAnswers, templateXml } from './aws-answers.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let data: Template;
beforeAll(async () => {
  ({ data } = await synthesizedTemplates('prod'));
});

const idOf = (template: Template, type: string, prefix = ''): string => {
  const found = Object.entries(template.Resources).find(
    ([id, { Type }]) => Type === type && id.startsWith(prefix),
  );
  if (found === undefined) throw new Error(`There is no ${type}`);
  return found[0];
};

/** Checks a deployment of `next` over `deployed`. */
const check = (deployed: StackTemplate | undefined, next: StackTemplate, allowed: readonly string[] = []) =>
  checkReplacements({
    templates: new Map([['freight-prod-data', next]]),
    deployedTemplate: async () => deployed,
    allowed,
  });

/** A copy with one change. */
function changed(template: Template, change: (copy: Template) => void): Template {
  const copy = JSON.parse(JSON.stringify(template)) as Template;
  change(copy);
  return copy;
}

const TABLE = 'AWS::DynamoDB::GlobalTable';

describe('a deployment to a protected environment', () => {
  it('is accepted if nothing changed, for a new stack, and for changes in place', async () => {
    const inPlace = changed(data, (copy) => {
      const table = copy.Resources[idOf(copy, TABLE, 'quotes')];
      if (table) table.Properties.TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
      delete copy.Resources[idOf(copy, 'AWS::SSM::Parameter')];
    });
    for (const deployed of [data, inPlace, undefined]) {
      await expect(check(deployed, data)).resolves.toBeUndefined();
    }
  });

  it.each<[string, string, (copy: Template, id: string) => void, string]>([
    [
      'a table with another key',
      TABLE,
      (copy, id) => {
        Object(copy.Resources[id]).Properties.KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
      },
      'would replace ID (AWS::DynamoDB::GlobalTable), because KeySchema changes.',
    ],
    [
      'a table of another type',
      TABLE,
      (copy, id) => {
        Object(copy.Resources[id]).Type = 'AWS::DynamoDB::Table';
      },
      'would remove ID (AWS::DynamoDB::GlobalTable).',
    ],
    [
      'a table with another logical id',
      TABLE,
      (copy, id) => {
        const { [id]: table, ...others } = copy.Resources;
        copy.Resources = { ...others, ...(table ? { Renamed: table } : {}) };
      },
      'would remove ID (AWS::DynamoDB::GlobalTable).',
    ],
  ])('is rejected in one line for %s, unless it is permitted', async (_case, type, change, words) => {
    const id = idOf(data, type);
    const next = changed(data, (copy) => change(copy, id));

    const error: unknown = await check(data, next).catch(({ message }: Error) => message);

    expect(error).toContain(`freight-prod-data: this deployment ${words.replace('ID', id)}`);
    expect(error).toMatch(new RegExp(`add -c replace=${id}$`));
    expect(error).not.toContain('\n');
    await check(data, next, replaceableIds({ replace: ` other, ${id}` }));
  });

  it('is rejected if AWS does not return a template', async () => {
    const deployedTemplate = () => Promise.reject(Object.assign(new Error('no'), { name: 'AccessDenied' }));
    const templates = new Map([['freight-prod-data', data]]);
    await expect(checkReplacements({ templates, deployedTemplate, allowed: [] })).rejects.toThrow(
      /^freight-prod-data: its template cannot be read \(AccessDenied\)/,
    );
  });
});

describe('properties whose change replaces a resource', () => {
  it("are those of CloudFormation's specification, as the CDK command line has it", async () => {
    interface Specification {
      readonly schema: {
        readonly resource: {
          readonly entities: readonly {
            readonly cloudFormationType: string;
            readonly properties: Readonly<Record<string, { readonly causesReplacement?: string }>>;
          }[];
        };
      };
    }
    const bytes = gunzipSync(await readFile(`${ROOT}node_modules/aws-cdk/db.json.gz`));
    const { schema } = JSON.parse(bytes.toString()) as Specification;
    const specified = schema.resource.entities
      .filter(({ cloudFormationType }) => Object.hasOwn(PROTECTED_TYPES, cloudFormationType))
      .map(({ cloudFormationType, properties }) => [
        cloudFormationType,
        Object.entries(properties)
          .filter(([, { causesReplacement = 'no' }]) => causesReplacement !== 'no')
          .map(([name]) => name)
          .toSorted(),
      ]);
    expect(Object.fromEntries(specified)).toEqual(PROTECTED_TYPES);
  });
});

describe('the app, as the CDK runs it for prod', () => {
  let aws: AwsAnswers;
  let deployed: StackTemplate | undefined;
  const stackOf = (body: string) => new URLSearchParams(body).get('StackName');

  beforeAll(async () => {
    aws = await startAwsAnswers();
  });
  afterAll(() => aws.stop());
  beforeEach(() => {
    const cloudformation = (body: string) =>
      deployed !== undefined && stackOf(body) === 'freight-prod-data'
        ? ([200, templateXml(deployed)] as const)
        : GOOD.cloudformation;
    aws.answers = { sts: GOOD.sts, cloudformation };
  });

  /** @returns the lines of the app about stacks. */
  async function linesFor(options: Readonly<Record<string, string>> = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'freight-replace-'));
    try {
      await writeFile(
        join(folder, 'settings.json'),
        JSON.stringify({ prod: { backups: { retentionDays: 1, copiesWaived: true } } }),
      );
      const { said, failed } = await runApp({
        folder,
        endpoint: aws.endpoint,
        context: { environment: 'prod', ...options },
      });
      return { lines: said.split('\n').filter((line) => line.includes('freight-')), failed };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('compares with the deployed templates', async () => {
    const id = idOf(data, TABLE, 'market');
    deployed = changed(data, (copy) => {
      Object(copy.Resources[id]).Properties.KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
    });
    const rejected = await linesFor();
    const asked = aws.asked.map(({ body }) => stackOf(body)).filter((stack) => stack !== null);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(rejected).toEqual({ failed: true, lines: [expect.stringContaining(`would replace ${id}`)] });
    expect(await linesFor({ replace: id })).toEqual({ failed: false, lines: [] });
  });

  it('is rejected with credentials of another account, whose templates show nothing', async () => {
    aws.answers.sts = [200, identityXml('999999999999')];
    expect((await linesFor()).failed).toBe(true);
  });
});
