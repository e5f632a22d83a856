import {
  ContinuousBackupsUnavailableException,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListBackupsCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  TableNotFoundException,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { Command } from 'commander';
import { TABLE_NAMES, type TableName } from '../../functions/definition-types.ts';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import { settingsOf } from '../../lib/settings/operator-settings.ts';
import { example, namesOf, restoreTime } from './arguments.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { environmentNamed, readParameters } from './connection/target.ts';
import { tableLines } from './printing.ts';
import type { Session } from './session.ts';

/** Without answers to Idempotency-Keys, which are kept for a day. */
const RESTORABLE = TABLE_NAMES.filter((table) => table !== 'idempotency');
const POLL_MS = 15_000;
/** A restore can take hours; its table refuses changes for minutes. */
const MAX_POLLS = 2_880;

interface RestoreOptions {
  readonly tables: readonly TableName[];
  readonly at?: Date;
  readonly from?: string;
  readonly region?: string;
}

/** `freight restore`: brings back tables under other names, for the next deployment. */
export function addRestoreCommand(program: Command, session: Session): void {
  program
    .command('restore')
    .description(
      'Restore tables under other names, with streams, expiry and protection, and publish them for the next deployment',
    )
    .option('--tables <names>', 'comma-separated tables (default: all but idempotency)', namesOf(RESTORABLE))
    .option(...restoreTime)
    .option('--from <prefix>', 'restore nothing: use the tables PREFIX and name, as AWS Backup restored them')
    .option('--region <region>', 'region of the deployment (default: that of the AWS settings)')
    .addHelpText(
      'after',
      example('freight --environment prod restore --tables quotes --at 2026-11-20T08:00:00Z'),
    )
    .action(({ tables = RESTORABLE, ...options }: Partial<RestoreOptions>) =>
      restore(session, { tables, ...options }),
    );
}

async function restore(session: Session, { tables, at, from, region }: RestoreOptions): Promise<void> {
  const named = session.environment();
  if (named === undefined || named === 'local') throw new UsageError('Name a deployment with --environment.');
  const { name, deletionProtection } = settingsOf(environmentNamed(named));
  const names = parameterNames(name);
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const prefix = from ?? `freight-${name}-restored-${stamp}-`;
  const place = region === undefined ? {} : { region };
  const [dynamodb, ssm] = [new DynamoDBClient(place), new SSMClient(place)];
  // Loaded only here: the CDK takes seconds.
  const { TABLES } = await import('../../lib/stacks/data-stack.ts');

  /** Repeats a change that a table which is being restored or changed refuses. */
  const untilAccepted = async (change: () => Promise<unknown>): Promise<void> => {
    for (let polls = 1; ; polls += 1) {
      try {
        await change();
        return;
      } catch (error) {
        const isBusy =
          error instanceof ResourceInUseException || error instanceof ContinuousBackupsUnavailableException;
        if (!isBusy || polls === MAX_POLLS) throw error;
        await session.pause(POLL_MS);
      }
    }
  };
  const untilActive = async (TableName: string) => {
    for (let polls = 1; ; polls += 1) {
      const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
      if (Table?.TableStatus === 'ACTIVE') return Table;
      if (polls === MAX_POLLS) throw new CommandFailedError(`${TableName} is ${Table?.TableStatus}.`);
      await session.pause(POLL_MS);
    }
  };

  const start = async (before: string, TargetTableName: string): Promise<void> => {
    try {
      await dynamodb.send(
        new RestoreTableToPointInTimeCommand({
          SourceTableName: before,
          TargetTableName,
          ...(at === undefined ? { UseLatestRestorableTime: true } : { RestoreDateTime: at }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException || error instanceof TableNotFoundException))
        throw error;
      if (at !== undefined) {
        throw new CommandFailedError(`${before} is deleted: only its end can be restored. Omit --at.`);
      }
      // DynamoDB keeps a backup of a deleted table for 35 days.
      const found = await dynamodb.send(new ListBackupsCommand({ TableName: before, BackupType: 'SYSTEM' }));
      const BackupArn = found.BackupSummaries?.at(-1)?.BackupArn;
      if (BackupArn === undefined) throw new CommandFailedError(`${before} is deleted, and has no backup.`);
      await dynamodb.send(new RestoreTableFromBackupCommand({ BackupArn, TargetTableName }));
    }
  };

  /** A restored table has rows and indexes, and lacks the rest. Steps that were done are skipped. */
  const complete = async (table: TableName, TableName: string): Promise<string | undefined> => {
    const { timeToLiveAttribute: AttributeName, dynamoStream } = TABLES[table];
    const found = await untilActive(TableName);
    await untilAccepted(() =>
      dynamodb.send(
        new UpdateContinuousBackupsCommand({
          TableName,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        }),
      ),
    );
    const { TimeToLiveDescription } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName }));
    if (AttributeName !== undefined && TimeToLiveDescription?.AttributeName !== AttributeName) {
      const TimeToLiveSpecification = { Enabled: true, AttributeName };
      await untilAccepted(() =>
        dynamodb.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification })),
      );
    }
    if (deletionProtection && found.DeletionProtectionEnabled !== true) {
      await untilAccepted(() =>
        dynamodb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true })),
      );
    }
    if (dynamoStream === undefined) return undefined;
    if (found.StreamSpecification?.StreamEnabled !== true) {
      const StreamSpecification = { StreamEnabled: true, StreamViewType: dynamoStream };
      await untilAccepted(() => dynamodb.send(new UpdateTableCommand({ TableName, StreamSpecification })));
    }
    return (await untilActive(TableName)).LatestStreamArn;
  };
  const publish = (Name: string, Value: string) =>
    ssm.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }));

  try {
    const parameters = await readParameters(ssm, name);
    const live = tables.map((table) => {
      const before = parameters[names.table(table)];
      if (before !== undefined) return { table, before, now: `${prefix}${table}` };
      throw new CommandFailedError(`${name} is not deployed here: there is no ${names.table(table)}.`);
    });
    if (from === undefined) {
      const where = region === undefined ? '' : ` --region ${region}`;
      session.notify(
        `Restoring ${tables.join(', ')}. If this is interrupted, continue with --tables ${tables.join(',')} --from ${prefix}${where}`,
      );
      for (const { before, now } of live) await start(before, now);
    }
    // Published only when all are complete: a deployment never uses some of them.
    const streams = new Map<TableName, string | undefined>();
    for (const { table, now } of live) {
      streams.set(table, await complete(table, now));
      session.notify(`${table} is restored as ${now}`);
    }
    for (const { table, now } of live) {
      const stream = streams.get(table);
      if (stream !== undefined) await publish(names.streamArn(table), stream);
      await publish(names.table(table), now);
    }
    const next = `npm run -s cdk -- deploy --all -c environment=${name} -c revision=restored-${stamp}`;
    session.report({ tables: live, next }, [...tableLines(live), `To use them: ${next}`]);
  } finally {
    dynamodb.destroy();
    ssm.destroy();
  }
}
