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
import { recordOwnerOf } from '../organization-data/dynamodb-record-owner.ts';
import { ORGANIZATION_TABLES } from '../organization-data/organization-record.ts';
import type { Backups } from './backups.ts';
import { type RowCounts, rowName } from './row-counts.ts';

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

const organizationTable = (table: string) => ORGANIZATION_TABLES.find((name) => name === table);

/**
 * Point-in-time backups of DynamoDB. Tables are restored without indexes. AWS does not restore alarms, tags, time to
 * live, streams and backup settings.
 */
export function createDynamoDbBackups({ client, environment, tables, pause }: BackedUpTables): Backups {
  const prefix = `freight-${environment}-verify-`;
  const liveName = (table: string): string => tables[table] ?? table;
  const restoredName = (table: string, runId: string) => `${prefix}${runId}-${table}`;

  return {
    tables: Object.keys(tables),

    window: async (table) => {
      const { ContinuousBackupsDescription } = await client.send(
        new DescribeContinuousBackupsCommand({ TableName: liveName(table) }),
      );
      const found = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
      const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } = found ?? {};
      return earliest === undefined || latest === undefined ? undefined : { earliest, latest };
    },

    restore: async (table, at, runId) => {
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

    isReady: async (table, runId) => {
      const { Table } = await client.send(
        new DescribeTableCommand({ TableName: restoredName(table, runId) }),
      );
      return Table?.TableStatus === 'ACTIVE';
    },

    count: async (table, runId) => {
      const counts = new Map<string, number>();
      const organizationTableName = organizationTable(table);
      const pages = paginateScan(
        { client },
        { TableName: runId === undefined ? liveName(table) : restoredName(table, runId) },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          const found =
            organizationTableName === undefined ? undefined : recordOwnerOf(organizationTableName, item);
          const rows = rowName(found?.orgId, found?.kind ?? table);
          counts.set(rows, (counts.get(rows) ?? 0) + 1);
        }
      }
      return counts satisfies RowCounts;
    },

    restoredTables: async () => {
      const names: string[] = [];
      let ExclusiveStartTableName: string | undefined;
      do {
        const page = await client.send(new ListTablesCommand({ ExclusiveStartTableName }));
        names.push(...(page.TableNames ?? []).filter((name) => name.startsWith(prefix)));
        ExclusiveStartTableName = page.LastEvaluatedTableName;
      } while (ExclusiveStartTableName !== undefined);
      return names;
    },

    remove: async (TableName) => {
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
