import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ListTablesCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';

export interface BackedUpTables {
  readonly client: DynamoDBDocumentClient;
  /** Part of the names of restored tables: "prod". */
  readonly environment: string;
  /** Table names by short name. */
  readonly tables: Readonly<Record<string, string>>;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** A table cannot be deleted while it is being restored, which can take up to an hour. */
const DELETE_EVERY_MS = 15_000;
const DELETE_TRIES = 240;

/**
 * Point-in-time backups of DynamoDB. Tables are restored without indexes. AWS does not restore alarms, tags, time to
 * live, streams and backup settings.
 */
export function createDynamoDbBackups({ client, environment, tables, pause }: BackedUpTables) {
  const prefix = `freight-${environment}-verify-`;
  const liveName = (table: string): string => tables[table] ?? table;
  const restoredName = (table: string, runId: string) => `${prefix}${runId}-${table}`;

  return {
    /** Short names of all tables of the service. */
    tables: Object.keys(tables),

    /** Times that a table can be restored to, both inclusive; undefined if point-in-time recovery is off. */
    window: async (table: string) => {
      const { ContinuousBackupsDescription } = await client.send(
        new DescribeContinuousBackupsCommand({ TableName: liveName(table) }),
      );
      const found = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
      const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } = found ?? {};
      return earliest === undefined || latest === undefined ? undefined : { earliest, latest };
    },

    /** Starts to restore a table under a temporary name with the id of the run; `isReady` is true once it is active. */
    restore: async (table: string, at: Date, runId: string): Promise<void> => {
      await client.send(
        new RestoreTableToPointInTimeCommand({
          SourceTableName: liveName(table),
          TargetTableName: restoredName(table, runId),
          RestoreDateTime: at,
          BillingModeOverride: 'PAY_PER_REQUEST',
          GlobalSecondaryIndexOverride: [],
        }),
      );
    },

    isReady: async (table: string, runId: string): Promise<boolean> => {
      const { Table } = await client.send(
        new DescribeTableCommand({ TableName: restoredName(table, runId) }),
      );
      return Table?.TableStatus === 'ACTIVE';
    },

    /** Counts rows of a restored table, or of the live table if `runId` is omitted. */
    count: async (table: string, runId?: string): Promise<number> => {
      const TableName = runId === undefined ? liveName(table) : restoredName(table, runId);
      let rows = 0;
      for await (const { Count = 0 } of paginateScan({ client }, { TableName, Select: 'COUNT' }))
        rows += Count;
      return rows;
    },

    /** Full names of restored tables that were not deleted yet. */
    restoredTables: async (): Promise<readonly string[]> => {
      const names: string[] = [];
      let ExclusiveStartTableName: string | undefined;
      do {
        const page = await client.send(new ListTablesCommand({ ExclusiveStartTableName }));
        names.push(...(page.TableNames ?? []).filter((name) => name.startsWith(prefix)));
        ExclusiveStartTableName = page.LastEvaluatedTableName;
      } while (ExclusiveStartTableName !== undefined);
      return names;
    },

    /** Deletes a restored table as soon as DynamoDB allows it; succeeds if it does not exist. */
    remove: async (TableName: string): Promise<void> => {
      // Guards live tables.
      if (!TableName.startsWith(prefix)) throw new TypeError(`${TableName} is not a restored table`);
      for (let tries = 1; ; tries++) {
        try {
          await client.send(new DeleteTableCommand({ TableName }));
        } catch (error) {
          if (error instanceof ResourceNotFoundException) return;
          if (!(error instanceof ResourceInUseException) || tries >= DELETE_TRIES) throw error;
        }
        await pause(tries === 1 ? 1_000 : DELETE_EVERY_MS);
      }
    },
  };
}

export type Backups = ReturnType<typeof createDynamoDbBackups>;
