import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { CreateRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { DeleteParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, expect, it } from '@jest/globals';
import { executeCdk } from '../../support/run-cdk.ts';

const STACK = 'freight-prod-data';
/** CloudFormation does not create a parameter that is there. */
const IN_THE_WAY = '/freight/prod/webhook-secrets-key-arn';

const stacks = new CloudFormationClient({});
const dynamodb = new DynamoDBClient({});
const parameters = new SSMClient({});
const iam = new IAMClient({});
afterAll(() => [stacks, dynamodb, parameters, iam].forEach((client) => void client.destroy()));

/** The command of an operator. */
const deploy = () =>
  executeCdk('deploy', STACK, '--exclusively', '-c', 'environment=prod', '--require-approval', 'never');

const stack = async () => {
  const { Stacks: [found] = [] } = await stacks.send(new DescribeStacksCommand({ StackName: STACK }));
  return { status: found?.StackStatus, isProtected: found?.EnableTerminationProtection };
};
const deployedTemplate = async () =>
  (await stacks.send(new GetTemplateCommand({ StackName: STACK }))).TemplateBody;
const tables = async () =>
  ((await dynamodb.send(new ListTablesCommand())).TableNames ?? []).filter((name) => name.includes(STACK));

it('a first creation that fails leaves nothing, is repeated by the same command, and then protected', async () => {
  // An operator creates it once for an account; the emulator gives service-linked roles other names.
  await iam.send(
    new CreateRoleCommand({
      RoleName: 'AWSServiceRoleForAmazonOpenSearchService',
      AssumeRolePolicyDocument: '{"Version":"2012-10-17","Statement":[]}',
    }),
  );
  await parameters.send(new PutParameterCommand({ Name: IN_THE_WAY, Value: 'other', Type: 'String' }));
  const failed = await deploy();
  expect(failed.code).not.toBe(0);
  expect(failed.output).toContain(`not protected from deletion until the same command runs again: ${STACK}`);
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
