import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, expect, it } from '@jest/globals';
import { executeCdk } from '../../support/run-cdk.ts';

const STACK = 'freight-dev-data';
/** CloudFormation does not create a parameter that is there. */
const IN_THE_WAY = '/freight/dev/webhook-secrets-key-arn';

const stacks = new CloudFormationClient({});
const dynamodb = new DynamoDBClient({});
const parameters = new SSMClient({});
afterAll(() => [stacks, dynamodb, parameters].forEach((client) => void client.destroy()));

/** The command of an operator. */
const deploy = () =>
  executeCdk('deploy', STACK, '--exclusively', '-c', 'environment=dev', '--require-approval', 'never');

const stack = async () => {
  const { Stacks: [found] = [] } = await stacks.send(new DescribeStacksCommand({ StackName: STACK }));
  return { status: found?.StackStatus, isProtected: found?.EnableTerminationProtection };
};
const deployedTemplate = async () =>
  (await stacks.send(new GetTemplateCommand({ StackName: STACK }))).TemplateBody;
const tables = async () =>
  ((await dynamodb.send(new ListTablesCommand())).TableNames ?? []).filter((name) => name.includes(STACK));

it('a first creation that fails leaves nothing, is repeated by the same command, and then protected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freight-first-'));
  process.env.OPERATOR_SETTINGS_FILE = join(folder, 'settings.json');
  // The emulator has no backups, which prod has.
  await writeFile(process.env.OPERATOR_SETTINGS_FILE, '{"dev": {"deletionProtection": true}}');
  await parameters.send(new PutParameterCommand({ Name: IN_THE_WAY, Value: 'other', Type: 'String' }));
  const failed = await deploy();
  expect(failed.code).not.toBe(0);
  expect(failed.output).toMatch(
    /not protected from deletion until the same command runs again: .*freight-dev-data/,
  );
  expect(await stack()).toEqual({ status: 'ROLLBACK_COMPLETE', isProtected: false });
  expect(await tables()).toEqual([]);

  await parameters.send(new DeleteParameterCommand({ Name: IN_THE_WAY }));
  expect(await deploy()).toMatchObject({ code: 0 });
  expect(await stack()).toEqual({ status: 'CREATE_COMPLETE', isProtected: false });
  expect(await deployedTemplate()).not.toContain('"DeletionProtectionEnabled":true');

  expect(await deploy()).toMatchObject({ code: 0 });
  expect(await stack()).toEqual({ status: 'UPDATE_COMPLETE', isProtected: true });
  expect(await deployedTemplate()).toContain('"DeletionProtectionEnabled":true');
});
