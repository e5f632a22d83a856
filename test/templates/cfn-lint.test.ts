import { beforeAll, describe, expect, it } from 'vitest';
import { plantTemplate, runTool, TOOL_TIMEOUT_MS, templateNames } from './template-files.ts';

/** Regions whose resource types and instance types the templates must match. */
const REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1'];

/** Rules that the code of the CDK library breaks, and why that is harmless. */
const ACCEPTED: Readonly<Record<string, string>> = {
  W3005: 'The CDK adds DependsOn from each function to its role; CloudFormation ignores the repetition.',
};

interface Finding {
  readonly Filename: string;
  readonly Message: string;
  readonly Rule: { readonly Id: string };
}

const lint = (names: readonly string[]): Promise<Finding[]> =>
  runTool('cfn-lint', ['--format', 'json', '--regions', ...REGIONS, '--template', ...names]);

describe('cfn-lint, in three regions', () => {
  let found: Finding[];

  beforeAll(async () => {
    found = await lint(templateNames());
  }, TOOL_TIMEOUT_MS);

  it('reads the templates of all environments', () => {
    expect(new Set(templateNames().map((name) => name.split('/')[0]))).toEqual(
      new Set(['dev', 'staging', 'prod', 'delivery']),
    );
    expect(templateNames().length).toBeGreaterThanOrEqual(17);
  });

  it('finds nothing, warnings included', () => {
    const open = found.filter(({ Rule }) => !(Rule.Id in ACCEPTED));
    expect(open.map(({ Filename, Rule, Message }) => `${Filename}: ${Rule.Id} ${Message}`)).toEqual([]);
  });

  it('finds each accepted rule, which else is no longer needed', () => {
    const rules = new Set(found.map(({ Rule }) => Rule.Id));
    expect(Object.keys(ACCEPTED).filter((rule) => !rules.has(rule))).toEqual([]);
  });

  it('finds a wrong value, and a type that a region lacks', async () => {
    const planted = await plantTemplate('wrong', {
      Queue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 'long' } },
      Unknown: { Type: 'AWS::SQS::NoSuchType', Properties: {} },
    });
    const rules = (await lint([planted])).map(({ Rule }) => Rule.Id);
    expect(rules).toEqual(expect.arrayContaining(['E3012', 'E3006']));
  });
});
