import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ACCOUNT } from '../../support/run-app.ts';
import { type AwsAnswers, GOOD, startAwsAnswers } from './aws-answers.ts';

const FREIGHT = fileURLToPath(new URL('../../../bin/freight.ts', import.meta.url));

let aws: AwsAnswers;
let folder: string;

beforeAll(async () => {
  aws = await startAwsAnswers();
  folder = await mkdtemp(join(tmpdir(), 'freight-doctor-'));
});
afterAll(async () => {
  await aws.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  aws.answers = { ...GOOD, cloudformation: [200, stacksXml()] };
});

const stacksXml = (...statuses: readonly string[]): string =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks>${statuses
    .map(
      (status) =>
        `<member><StackName>freight-dev-data</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-11-29T00:00:00Z</CreationTime><EnableTerminationProtection>false</EnableTerminationProtection></member>`,
    )
    .join('')}</Stacks></DescribeStacksResult></DescribeStacksResponse>`;

async function doctor(environment: string, settings: object) {
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ [environment]: settings }));
  const run = promisify(execFile)(process.execPath, [FREIGHT, '--environment', environment, 'doctor'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL: aws.endpoint,
      OPERATOR_SETTINGS_FILE: join(folder, 'settings.json'),
    },
  });
  const { stdout, stderr, code } = await run.then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { lines: stdout.trim().split('\n'), said: stderr.trim(), code };
}

describe('freight doctor', () => {
  it('says before the first deployment what is missing and what comes next', async () => {
    const { lines, code } = await doctor('dev', { account: ACCOUNT, region: 'eu-west-1' });
    expect({ lines, code }).toEqual({
      code: 0,
      lines: [
        `✓ credentials: account ${ACCOUNT}, eu-west-1`,
        '✓ quotas: sufficient',
        expect.stringMatching(/^! settings: .* has no alarmSubscribers\.page, monthlyBudgetUsd for dev\.$/),
        '! backups: only point-in-time recovery in the same region. Set backups.',
        '- stacks: none. Deploy: npm run -s cdk -- deploy --all -c environment=dev',
      ],
    });
  });

  it('fails if the deployment would: quotas below the reservations, or another account', async () => {
    aws.answers.lambda = [200, { AccountLimit: { ConcurrentExecutions: 10 } }];
    const few = await doctor('prod', { terminalSearch: { nodes: 1 } });
    expect(few.lines[1]).toMatch(/^✗ quotas: .*Lambda rejects the 425 reserved executions/);
    expect([few.code, few.said]).toEqual([1, 'To fix first: quotas.']);
    const other = await doctor('prod', { account: '999999999999' });
    expect(other.lines).toEqual([
      expect.stringMatching(/^✗ credentials: prod belongs to account 999999999999/),
    ]);
  });

  it('fails after a deployment whose stacks failed or are not protected', async () => {
    aws.answers.cloudformation = [200, stacksXml('UPDATE_ROLLBACK_FAILED')];
    aws.answers.ssm = [200, { Parameters: [] }];
    const { lines, code } = await doctor('dev', { deletionProtection: true });
    expect(lines).toContain('✗ stacks: freight-dev-data (UPDATE_ROLLBACK_FAILED)');
    expect(lines).toContain(
      '✗ protection: missing on freight-dev-data (UPDATE_ROLLBACK_FAILED). Run the deployment again.',
    );
    expect(code).toBe(1);
    aws.answers.cloudformation = [200, stacksXml('ROLLBACK_COMPLETE')];
    expect((await doctor('dev', {})).lines.at(-1)).toMatch(/^- stacks: none/);
  });
});
