import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';

/** Regions whose resource types and instance types the templates must match. */
const REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1'];

/** Rules that the code of the CDK library breaks, and why that is harmless. */
const ACCEPTED: Readonly<Record<string, string>> = {
  W3005: 'The CDK adds DependsOn from each function to its role; CloudFormation ignores the repetition.',
};

/** The tool computes for 30 to 50 s. */
const TOOL_TIMEOUT_MS = 600_000;

interface Finding {
  readonly Filename: string;
  readonly Message: string;
  readonly Rule: { readonly Id: string };
}

const { TEMPLATES_DIR: folder = '', TEMPLATE_TOOLS = '' } = process.env;
/** Names such as "prod/freight-prod-api.template.json". */
const templateNames = (): string[] =>
  globSync('*/*.template.json', { cwd: folder }).map((name) => name.replaceAll('\\', '/'));

/** The findings; the tool exits with a code above 0 if there are any. */
async function lint(names: readonly string[]): Promise<Finding[]> {
  const args = ['--format', 'json', '--regions', ...REGIONS, '--template', ...names];
  const result = await promisify(execFile)(join(TEMPLATE_TOOLS, 'cfn-lint'), args, {
    cwd: folder,
    maxBuffer: 256 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => error);
  try {
    return JSON.parse(result.stdout ?? '');
  } catch {
    throw new Error(`cfn-lint did not run: ${result.stderr ?? String(result)}`);
  }
}

describe('cfn-lint, in three regions', () => {
  let found: Finding[];

  beforeAll(async () => {
    if (folder === '') throw new Error('Run these tests with npm run test:templates.');
    found = await lint(templateNames());
  }, TOOL_TIMEOUT_MS);

  it('finds nothing in the templates of all environments, warnings included', () => {
    const folders = new Set(templateNames().map((name) => name.split('/')[0]));
    expect(folders).toEqual(new Set(['dev', 'staging', 'prod', 'delivery']));
    expect(templateNames().length).toBeGreaterThanOrEqual(17);
    const open = found.filter(({ Rule }) => !(Rule.Id in ACCEPTED));
    expect(open.map(({ Filename, Rule, Message }) => `${Filename}: ${Rule.Id} ${Message}`)).toEqual([]);
  });

  it('finds each accepted rule, which else is no longer needed', () => {
    const rules = new Set(found.map(({ Rule }) => Rule.Id));
    expect(Object.keys(ACCEPTED).filter((rule) => !rules.has(rule))).toEqual([]);
  });

  it(
    'finds a wrong value, and a type that a region lacks',
    async () => {
      const Resources = {
        Queue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 'long' } },
        Unknown: { Type: 'AWS::SQS::NoSuchType', Properties: {} },
      };
      await writeFile(join(folder, 'wrong.json'), JSON.stringify({ Resources }));
      const rules = (await lint(['wrong.json'])).map(({ Rule }) => Rule.Id);
      expect(rules).toEqual(expect.arrayContaining(['E3012', 'E3006']));
    },
    TOOL_TIMEOUT_MS,
  );
});
