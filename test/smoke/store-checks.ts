import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, GetKeyRotationStatusCommand } from '@aws-sdk/client-kms';
import { TABLE_NAMES, type TableName } from '../../functions/definition-types.ts';
import { type Check, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** Tables with time to live on the attribute `ttl`. */
export const TABLES_WITH_TIME_TO_LIVE: readonly TableName[] = [
  'idempotency',
  'deliveries',
  'audit',
  'quotes',
  'rfps',
];

/** Protection and backups of tables and keys, as DynamoDB and KMS report them. */
export function storeChecks({ tables, published, names, settings, keys }: Deployment): Check[] {
  const each = async (of: readonly TableName[], fault: (TableName: string) => Promise<string[]>) => {
    const wrong = await Promise.all(
      of.map(async (name) => (await fault(published(names.table(name)))).map((what) => `${name} ${what}`)),
    );
    return unlessWrong(wrong.flat(), `${of.length} tables`);
  };
  return [
    {
      name: 'tables are active, billed on demand, and protected as the environment requires',
      run: () =>
        each(TABLE_NAMES, async (TableName) => {
          const { Table = {} } = await tables.send(new DescribeTableCommand({ TableName }));
          return [
            ...(Table.TableStatus === 'ACTIVE' ? [] : [`is ${Table.TableStatus}`]),
            ...(Table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST'
              ? []
              : ['has provisioned capacity']),
            ...(Boolean(Table.DeletionProtectionEnabled) === settings.deletionProtection
              ? []
              : ['differs in deletion protection']),
          ];
        }),
    },
    {
      name: 'tables can be recovered to any second',
      emulatorLacks: 'recovery made by CloudFormation',
      run: () =>
        each(TABLE_NAMES, async (TableName) => {
          const { ContinuousBackupsDescription } = await tables.send(
            new DescribeContinuousBackupsCommand({ TableName }),
          );
          const status =
            ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
          return status === 'ENABLED' ? [] : [`has point-in-time recovery ${status}`];
        }),
    },
    {
      name: 'DynamoDB deletes expired items',
      emulatorLacks: 'times to live made by CloudFormation',
      run: () =>
        each(TABLES_WITH_TIME_TO_LIVE, async (TableName) => {
          const { TimeToLiveDescription: found } = await tables.send(
            new DescribeTimeToLiveCommand({ TableName }),
          );
          const isOn = found?.TimeToLiveStatus === 'ENABLED' && found.AttributeName === 'ttl';
          return isOn ? [] : [`has its time to live ${found?.TimeToLiveStatus}`];
        }),
    },
    {
      name: "the key of webhooks' secrets is in use, and rotates",
      run: async () => {
        const KeyId = published(names.webhookSecretsKeyArn);
        const { KeyMetadata } = await keys.send(new DescribeKeyCommand({ KeyId }));
        const { KeyRotationEnabled } = await keys.send(new GetKeyRotationStatusCommand({ KeyId }));
        return unlessWrong([
          ...(KeyMetadata?.KeyState === 'Enabled' ? [] : [`it is ${KeyMetadata?.KeyState}`]),
          ...(KeyRotationEnabled === true ? [] : ['it does not rotate']),
          ...(KeyMetadata?.MultiRegion === true ? [] : ['it is not a multi-Region key']),
        ]);
      },
    },
  ];
}
