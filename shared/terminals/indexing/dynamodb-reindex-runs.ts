import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { reindexKey } from '../catalogue/dynamodb-terminal-items.ts';
import type { ReindexRuns } from './reindex-runs.ts';

const KEPT_SECONDS = 7 * 24 * 60 * 60;

const progressSchema = v.object({
  state: v.picklist(['running', 'served', 'superseded', 'incomplete', 'failed']),
  written: v.number(),
  rows: v.number(),
  generation: v.optional(v.string()),
  removed: v.optional(v.array(v.string())),
  reason: v.optional(v.string()),
  at: v.string(),
});

/** Rebuild runs in the terminals table: one item per run, deleted after a week by its time to live. */
export function createDynamoDbReindexRuns(client: DynamoDBDocumentClient, TableName: string): ReindexRuns {
  return {
    report: async (runId, progress) => {
      const ttl = Math.floor(Date.parse(progress.at) / 1000) + KEPT_SECONDS;
      await client.send(new PutCommand({ TableName, Item: { ...reindexKey(runId), ...progress, ttl } }));
    },
    read: async (runId) => {
      const request = { TableName, Key: reindexKey(runId), ConsistentRead: true };
      const { Item } = await client.send(new GetCommand(request));
      return Item === undefined ? undefined : v.parse(progressSchema, Item);
    },
  };
}
