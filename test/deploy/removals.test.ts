import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  waitUntilStackCreateComplete,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STACK = { StackName: 'freight-dev-api' };
const WITHIN = { maxWaitTime: 300 };
/** What an earlier deployment of another environment than the one under test has left. */
const TEMPLATE = {
  Resources: {
    Page: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'freight-dev-page' } },
    Subscriber: {
      Type: 'AWS::SNS::Subscription',
      Properties: { TopicArn: { Ref: 'Page' }, Protocol: 'email', Endpoint: 'ops@example.com' },
    },
  },
};

let folder: string;
const client = new CloudFormationClient({});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-removals-'));
  await client.send(new CreateStackCommand({ ...STACK, TemplateBody: JSON.stringify(TEMPLATE) }));
  await waitUntilStackCreateComplete({ client, ...WITHIN }, STACK);
});
afterAll(async () => {
  await client.send(new DeleteStackCommand(STACK));
  await waitUntilStackDeleteComplete({ client, ...WITHIN }, STACK);
  client.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the CDK command line for `dev` with an operator's file of these settings. */
async function cdk(dev: object, ...args: readonly string[]) {
  const settings = join(folder, 'settings.json');
  await writeFile(settings, JSON.stringify({ dev }));
  const output = join(folder, 'cdk.out');
  const common = ['-c', 'environment=dev', '--output', output, '--no-notices', '--ci'];
  const env = { ...process.env, OPERATOR_SETTINGS_FILE: settings };
  const said = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile(
      join(ROOT, 'node_modules/.bin/cdk'),
      [...args, ...common],
      { cwd: ROOT, env },
      (error, out, err) => resolve({ code: error === null ? 0 : 1, text: out + err }),
    );
  });
  return { ...said, left: await readdir(output).catch(() => []) };
}

describe('a deployment by the CDK command line', () => {
  it('is rejected if it would remove a subscriber that is deployed', async () => {
    const { code, text, left } = await cdk({}, 'deploy', '--all', '--require-approval', 'never');
    expect(text).toContain("-c remove='page:ops@example.com'");
    expect(code).toBe(1);
    expect(left.filter((file) => file.endsWith('.template.json'))).toEqual([]);
  });

  it('is rejected in another account or region than those of the environment', async () => {
    const { code, text } = await cdk({ account: '111111111111' }, 'diff');
    expect(text).toMatch(/dev belongs to account 111111111111 .* of account 000000000000/);
    expect(code).toBe(1);
    expect((await cdk({ region: 'eu-west-1' }, 'diff')).text).toContain('dev belongs to region eu-west-1');
  });

  it('is prepared if the file has the subscriber, or the removal is confirmed', async () => {
    const kept = await cdk({ alarmSubscribers: { page: ['ops@example.com'] } }, 'synth', '--quiet');
    expect(kept).toMatchObject({ code: 0, text: expect.not.stringContaining('would remove') });
    const removed = await cdk({}, 'synth', '--quiet', '-c', 'remove=page:ops@example.com');
    expect(removed).toMatchObject({ code: 0, text: expect.not.stringContaining('would remove') });
  });
});
