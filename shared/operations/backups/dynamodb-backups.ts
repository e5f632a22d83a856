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
import { holdingOf } from '../organization-data/dynamodb-record-owner.ts';
import { HOLDING_TABLES } from '../organization-data/organization-record.ts';
import type { Backups } from './backups.ts';
import { type RowCounts, rowName } from './row-counts.ts';

export interface BackedUpTables {
  readonly client: DynamoDBDocumentClient;
  /** "prod": in the names of restored tables. */
  readonly environment: string;
  /** Names of the service's tables by their short ones. */
  readonly tables: Readonly<Record<string, string>>;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** A table that is being restored cannot be deleted before it is there: that may take a while. */
const DELETE_EVERY_MS = 15_000;
const DELETE_TRIES = 240;

const isHolding = (table: string) => HOLDING_TABLES.find((holding) => holding === table);

/**
 * Point-in-time backups of DynamoDB. Tables are restored without their indexes, which no count needs, and without
 * what AWS leaves out by itself: alarms, tags, time to live, streams and backups of their own.
 */
export function createDynamoDbBackups({ client, environment, tables, pause }: BackedUpTables): Backups {
  const prefix = `freight-${environment}-drill-`;
  const liveName = (table: string): string => tables[table] ?? table;
  const drillName = (table: string, drill: string) => `${prefix}${drill}-${table}`;

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

    restore: async (table, at, drill) => {
      await client.send(
        new RestoreTableToPointInTimeCommand({
          SourceTableName: liveName(table),
          TargetTableName: drillName(table, drill),
          RestoreDateTime: at,
          BillingModeOverride: 'PAY_PER_REQUEST',
          GlobalSecondaryIndexOverride: [],
        }),
      );
    },

    isReady: async (table, drill) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName: drillName(table, drill) }));
      return Table?.TableStatus === 'ACTIVE';
    },

    count: async (table, drill) => {
      const counts = new Map<string, number>();
      const holding = isHolding(table);
      const pages = paginateScan(
        { client },
        { TableName: drill === undefined ? liveName(table) : drillName(table, drill) },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          const found = holding === undefined ? undefined : holdingOf(holding, item);
          const rows = rowName(found?.orgId, found?.kind ?? table);
          counts.set(rows, (counts.get(rows) ?? 0) + 1);
        }
      }
      return counts satisfies RowCounts;
    },

    leftOvers: async () => {
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
      // Never anything but a drill's.
      if (!TableName.startsWith(prefix)) throw new TypeError(`${TableName} is no table of a drill`);
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
