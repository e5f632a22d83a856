import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { KEY_MODES } from '../../shared/platform/account/account.ts';
import type { DynamoDbTable } from '../../shared/platform/dynamodb/document-client.ts';
import { log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { DUE_INDEX } from '../../shared/webhooks/deliveries/delivery.ts';

const dueRow = v.object({
  orgId: v.string(),
  mode: v.picklist(KEY_MODES),
  webhookId: v.string(),
  nextAttemptAt: v.string(),
});
export type DueRow = v.InferOutput<typeof dueRow>;

/** Where the next scan begins, if the last one was not complete. */
let next: Record<string, unknown> | undefined;

/** The oldest due delivery of each webhook that has any. Scans the index, which has pending deliveries only. */
export async function findDueWebhooks(
  { client, TableName }: DynamoDbTable,
  now: Date,
  timeIsUp: () => boolean,
) {
  const oldest = new Map<string, DueRow>();
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName,
        IndexName: DUE_INDEX,
        FilterExpression: 'nextAttemptAt <= :now',
        ExpressionAttributeValues: { ':now': now.toISOString() },
        ExclusiveStartKey: next,
      }),
    );
    for (const item of Items) {
      const { success, output: row } = v.safeParse(dueRow, item);
      if (!success) log(LOG.deliveryRowUnreadable, { pk: item.pk, sk: item.sk });
      else if (row.nextAttemptAt < (oldest.get(row.webhookId)?.nextAttemptAt ?? '~'))
        oldest.set(row.webhookId, row);
    }
    next = LastEvaluatedKey;
  } while (next !== undefined && !timeIsUp());
  // If the time was up, the next call continues.
  return { due: [...oldest.values()], complete: next === undefined };
}
