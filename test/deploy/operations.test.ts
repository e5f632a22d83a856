import { DynamoDBClient, ListTablesCommand, UpdateContinuousBackupsCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { operationsSuite } from '../api/suites/operations-suite.ts';
import { deployedFunction } from '../support/deployed-function.ts';
import { deployedService } from '../support/deployed-service.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');
const ssm = new SSMClient({});
const parameter = async (Name: string) =>
  (await ssm.send(new GetParameterCommand({ Name }))).Parameter?.Value ?? '';
let service: ServiceUnderTest;

beforeAll(async () => {
  service = await deployedService(name);
});
afterAll(async () => {
  await service.stop();
  ssm.destroy();
});

describe('operations by command, on the deployed service', () => {
  // This test makes the only calls, so that nothing has to wait for others.
  operationsSuite(() => service, { letMinutesPass: async () => {} });

  it('say what the account has of what it may have', async () => {
    await expect(service.freight('org', 'gateway-quotas', '--json')).resolves.toMatchObject({
      limits: { keys: 10_000, plans: 300 },
      warnings: [],
    });
  });

  it('restore tables from their backups under other names, count them, and delete them again', async () => {
    const tables = ['organizations', 'strategies', 'quotes'] as const;
    const dynamodb = new DynamoDBClient({});
    for (const table of tables) {
      // The template does so (test/infra holds it); the emulator's CloudFormation leaves it out.
      const TableName = await parameter(parameterNames(name).table(table));
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
      await dynamodb.send(
        new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }),
      );
    }
    const restored = async () =>
      ((await dynamodb.send(new ListTablesCommand({}))).TableNames ?? []).filter((one) =>
        one.includes('-verify-'),
      );

    const result = await service.freight<{ passed: boolean; tables: { restored: number }[] }>(
      // Other tests write meanwhile: the emulator restores what there is, not what there was.
      ...['backup', 'verify', '--tables', tables.join(','), '--tolerance', '50', '--json'],
    );

    expect(result).toMatchObject({ passed: true, leftoverTables: [] });
    expect(result.tables[0]?.restored).toBeGreaterThan(0);
    expect(await restored()).toEqual([]);
    dynamodb.destroy();
  });

  describe('given-up work', () => {
    const { failedEventsPath } = parameterNames(name);
    const sqs = new SQSClient({});
    afterAll(() => sqs.destroy());
    const giveUp = async (queue: string, message: object) =>
      sqs.send(
        new SendMessageCommand({
          QueueUrl: await parameter(`${failedEventsPath}${queue}`),
          MessageBody: JSON.stringify(message),
        }),
      );

    it('of a schedule is run again, and gone then', async () => {
      const functionArn = `arn:aws:lambda:us-east-1:000000000000:function:${await deployedFunction(name, 'announce-expiries')}`;
      await giveUp('api/schedules', { requestContext: { functionArn }, requestPayload: {} });

      const redrive = (...flags: string[]) =>
        service.freight<{ queue: string; done: number; left: object }[]>(
          ...['failed-events', 'redrive', ...flags, '--json'],
        );
      expect((await redrive('--dry-run')).map(({ queue }) => queue).toSorted()).toEqual([
        ...['api/schedules', 'workers/quotes-stream', 'workers/rfps-stream', 'workers/schedules'],
      ]);
      expect(await redrive('--queue', 'api/schedules')).toEqual([
        { queue: 'api/schedules', done: 1, left: {} },
      ]);
      expect(await redrive('--queue', 'api/schedules')).toEqual([
        { queue: 'api/schedules', done: 0, left: {} },
      ]);
    });
  });
});
