import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { DELIVERED_ENVIRONMENTS } from '../../../lib/delivery/delivery-stack.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = '.github/workflows/';
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const WORKFLOWS = new Map(globSync(`${FOLDER}*.yml`, { cwd: ROOT }).map((path) => [path, read(path)]));

/** An expression of GitHub Actions. */
const expression = (text: string) => ['$', '{{ ', text, ' }}'].join('');

/** A rule of the workflows. */
interface Rule {
  readonly name: string;
  readonly violations: (text: string, path: string) => string[];
}

const lines = (text: string, pattern: RegExp) => text.split('\n').filter((line) => pattern.test(line));

/** Jobs with steps of their own, as text. */
const jobsWithSteps = (text: string): string[] =>
  (text.split(/^jobs:\n/m)[1] ?? '').split(/^(?= {2}[\w-]+:$)/m).filter((job) => /^ {4}steps:$/m.test(job));

const RULES: readonly Rule[] = [
  {
    name: 'name actions by their commit, with the version as a comment',
    violations: (text) =>
      lines(text, /\buses:/).filter(
        (line) =>
          !/uses: (\.\/\.github\/workflows\/[a-z-]+\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(
            line,
          ),
      ),
  },
  {
    name: 'have no secrets: roles give credentials that end by themselves',
    violations: (text) => lines(text, /\bsecrets[.:[]|aws-access-key|AKIA/),
  },
  {
    name: 'have a right on the repository only to read it',
    violations: (text) => [
      ...lines(text, /: write\b/).filter((line) => line.trim() !== 'id-token: write'),
      ...lines(text, /permissions: (?!$)/),
      ...(/^permissions:\n {2}contents: read\n/m.test(text) ? [] : ['no default permissions']),
    ],
  },
  {
    name: 'end each job after a time limit',
    violations: (text) => jobsWithSteps(text).filter((job) => !/^ {4}timeout-minutes: \d+$/m.test(job)),
  },
  {
    name: 'give the CDK only the environment and the kind of release',
    violations: (text) =>
      lines(text, /-c (?!environment="\$ENVIRONMENT"|environment="\$environment"|release=at-once)/),
  },
  {
    name: 'put no expression into a script',
    violations: (text) => [
      // The values of the matrix are constants of the workflow, so a script may contain them.
      ...lines(text, /run: .*\$\{\{(?! matrix\.)/),
      ...[...text.matchAll(/run: \|\n((?: {10,}.*\n|\n)+)/g)].flatMap(([, script = '']) =>
        lines(script, /\$\{\{/),
      ),
    ],
  },
];

describe('workflows', () => {
  it.each(RULES.map((rule) => [rule.name, rule] as const))('%s', (_, { violations }) => {
    for (const [path, text] of WORKFLOWS) expect([path, violations(text, path)]).toEqual([path, []]);
  });

  it('use one commit for each version of an action', () => {
    const named = [...WORKFLOWS.values()].flatMap((text) => text.match(/uses: [\w-]+\/.*/g) ?? []);
    const actions = new Set(named.map((line) => line.split('@')[0]));
    expect(new Set(named).size).toBe(actions.size);
  });

  it('request tokens only where they assume a role, which the delivery stack creates', () => {
    const roles = [...WORKFLOWS.values()].flatMap((text) => text.match(/role-to-assume: .*/g) ?? []);
    expect(roles.map((line) => line.split(':role/')[1])).toEqual(
      expect.arrayContaining([
        'freight-delivery-diff',
        `freight-delivery-deploy-${expression('inputs.environment')}`,
      ]),
    );
    expect(roles).toHaveLength(2);
    expect(read(`${FOLDER}tests.yml`)).not.toContain('id-token');
  });

  it('deploy each environment after the one before it, and never cancel a deployment', () => {
    const delivery = read(`${FOLDER}delivery.yml`);
    const needs = [...delivery.matchAll(/^ {2}([\w-]+):\n(?: {2,}#.*\n)* {4}needs: ([\w-]+)$/gm)];
    expect(Object.fromEntries(needs.map(([, job, needed]) => [job, needed]))).toEqual({
      dev: 'tests',
      'staging-diff': 'dev',
      staging: 'staging-diff',
      'prod-diff': 'staging',
      prod: 'prod-diff',
    });
    for (const file of ['delivery.yml', 'deploy.yml']) {
      expect(read(`${FOLDER}${file}`)).toContain('cancel-in-progress: false');
    }
    for (const name of DELIVERED_ENVIRONMENTS) expect(delivery).toContain(`environment: ${name}`);
  });
});
