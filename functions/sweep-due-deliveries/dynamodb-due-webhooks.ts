import { paginateScan } from '@aws-sdk/lib-dynamodb';
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

/** The oldest due delivery of each webhook that has any. Scans the index, which has pending deliveries only. */
export function createDueWebhooks({ client, TableName }: DynamoDbTable) {
  /** Where the next scan begins, if the time of the last one was up. */
  let next: Record<string, unknown> | undefined;
  return async (now: Date, timeIsUp: () => boolean) => {
    const oldest = new Map<string, DueRow>();
    const pages = paginateScan(
      { client, startingToken: next },
      {
        TableName,
        IndexName: DUE_INDEX,
        FilterExpression: 'nextAttemptAt <= :now',
        ExpressionAttributeValues: { ':now': now.toISOString() },
      },
    );
    for await (const { Items = [], LastEvaluatedKey } of pages) {
      for (const item of Items) {
        const { success, output: row } = v.safeParse(dueRow, item);
        if (!success) log(LOG.deliveryRowUnreadable, { pk: item.pk, sk: item.sk });
        else if (row.nextAttemptAt < (oldest.get(row.webhookId)?.nextAttemptAt ?? '~'))
          oldest.set(row.webhookId, row);
      }
      next = LastEvaluatedKey;
      if (timeIsUp()) break;
    }
    return { due: [...oldest.values()], complete: next === undefined };
  };
}
