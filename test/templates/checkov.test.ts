import { beforeAll, describe, expect, it } from 'vitest';
import type { Acknowledgement } from '../support/rule-findings.ts';
import { plantTemplate, readJson, runTool, TOOL_TIMEOUT_MS, templateNames } from './template-files.ts';

interface Finding {
  readonly rule: string;
  readonly title: string;
  /** Path of the construct: "freight-prod-api/authorizer/Function/Resource". */
  readonly path: string;
}

interface FailedCheck {
  readonly check_id: string;
  readonly check_name: string;
  readonly file_path: string;
  readonly resource: string;
}

/** Findings of checkov by the folder of the template, such as prod. */
async function findingsOf(names: readonly string[]): Promise<Map<string, Finding[]>> {
  const { results, summary } = await runTool('checkov', [
    ...['--framework', 'cloudformation', '--quiet', '--compact', '--output', 'json', '--skip-download'],
    ...names.flatMap((name) => ['--file', name]),
  ]);
  if (summary.parsing_errors > 0) throw new Error(`checkov could not read ${results.parsing_errors}.`);
  const found = new Map<string, Finding[]>();
  for (const {
    check_id: rule,
    check_name: title,
    file_path: file,
    resource,
  } of results.failed_checks as FailedCheck[]) {
    const name = names.find((one) => file.endsWith(`/${one}`));
    if (name === undefined) throw new Error(`checkov named an unknown file: ${file}.`);
    const { Resources } = await readJson(name);
    const path = Resources[resource.split('.').at(-1) ?? ''].Metadata['aws:cdk:path'];
    const folder = name.split('/')[0] ?? '';
    found.set(folder, [...(found.get(folder) ?? []), { rule, title, path }]);
  }
  return found;
}

const covers = ({ rule, path }: Acknowledgement, finding: Finding) =>
  finding.rule === rule && `${finding.path}/`.startsWith(`${path}/`);

const text = ({ rule, title, path }: Finding) => `${path}: ${rule} ${title}`;

describe('checkov', () => {
  let found: Map<string, Finding[]>;
  let folders: string[];
  const acknowledged = async (folder: string): Promise<Acknowledgement[]> =>
    (await readJson(`${folder}/acknowledgements.json`)).filter(({ rule }: Acknowledgement) =>
      rule.startsWith('CKV'),
    );

  beforeAll(async () => {
    const planted = await plantTemplate('public', {
      Bucket: {
        Type: 'AWS::S3::Bucket',
        Properties: { AccessControl: 'PublicRead' },
        Metadata: { 'aws:cdk:path': 'planted/Bucket' },
      },
    });
    const names = templateNames();
    folders = [...new Set(names.map((name) => name.split('/')[0] ?? ''))];
    found = await findingsOf([...names, planted]);
  }, TOOL_TIMEOUT_MS);

  it('finds nothing that is not acknowledged next to its construct', async () => {
    expect(folders).toEqual(expect.arrayContaining(['dev', 'staging', 'prod', 'delivery']));
    const open: string[] = [];
    for (const folder of folders) {
      const accepted = await acknowledged(folder);
      const findings = found.get(folder) ?? [];
      open.push(...findings.filter((one) => !accepted.some((other) => covers(other, one))).map(text));
    }
    expect(open).toEqual([]);
  });

  it('finds everything that is acknowledged, which else is no longer needed', async () => {
    for (const folder of folders) {
      const findings = found.get(folder) ?? [];
      const stale = (await acknowledged(folder)).filter(
        (one) => !findings.some((finding) => covers(one, finding)),
      );
      expect(stale).toEqual([]);
    }
  });

  it('finds a public bucket, which no acknowledgement covers', async () => {
    const rules = found.get('planted')?.map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['CKV_AWS_20', 'CKV_AWS_53']));
    const accepted = await acknowledged('prod');
    expect(found.get('planted')?.some((one) => accepted.some((other) => covers(other, one)))).toBe(false);
  });
});
