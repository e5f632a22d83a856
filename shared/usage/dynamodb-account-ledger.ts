import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountLedger, Counting } from './account-ledger.ts';
import { createCallMarks, type Mark } from './dynamodb-call-marks.ts';
import { readAccountItems, type UsageKey } from './dynamodb-read-account.ts';

export interface AccountTables {
  readonly client: DynamoDBDocumentClient;
  /** Key `pk`; the organization's item is `ORG#<orgId>`. */
  readonly organizationsTable: string;
  /** Key `account` = `<orgId>#<mode>` and `period` = `YYYY-MM`; `used` counts. */
  readonly usageTable: string;
}

/**
 * The ledger in two DynamoDB tables. A count is one conditional update, so that no two calls can share the last one of
 * a limit; the mark it leaves in the same item makes the SDK's own retry after an applied time-out count once.
 */
export function createDynamodbAccountLedger(tables: AccountTables): AccountLedger {
  const { client, usageTable } = tables;
  const marks = createCallMarks(randomBytes(6).toString('base64url'));

  return {
    async read({ orgId, mode }, period) {
      const key = { account: `${orgId}#${mode}`, period };
      const items = await readAccountItems(tables, orgId, key);
      if (!items) return undefined;
      const { billing, usageLimit } = items.organization;

      return {
        billing,
        usageLimit,
        used: items.usage.used,
        count: () =>
          marks.whileMarked((mark) => {
            const dropped = marks.staleIn(items.usage);
            return send(client, countOnce({ usageTable, key, usageLimit, mark, dropped }), mark);
          }),
      };
    },
  };
}

interface Count {
  readonly usageTable: string;
  readonly key: UsageKey;
  readonly usageLimit: number;
  readonly mark: Mark;
  /** Names of marks that nobody looks for any more. */
  readonly dropped: readonly string[];
}

function countOnce({ usageTable, key, usageLimit, mark, dropped }: Count): UpdateCommand {
  const aliases = Object.fromEntries(dropped.map((name, index) => [`#dropped${index}`, name]));
  const remove = dropped.length > 0 ? ` REMOVE ${Object.keys(aliases).join(', ')}` : '';
  const firstOfPeriod = usageLimit > 0 ? 'attribute_not_exists(#used) OR ' : '';
  return new UpdateCommand({
    TableName: usageTable,
    Key: key,
    UpdateExpression: `SET #mark = :sequence, #used = if_not_exists(#used, :zero) + :one${remove}`,
    ConditionExpression: `(${firstOfPeriod}#used < :limit) AND (attribute_not_exists(#mark) OR #mark < :sequence)`,
    ExpressionAttributeNames: { '#used': 'used', '#mark': mark.name, ...aliases },
    ExpressionAttributeValues: { ':one': 1, ':zero': 0, ':limit': usageLimit, ':sequence': mark.sequence },
    ReturnValues: 'UPDATED_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
}

/** The condition fails at the limit, and for a retry whose first sending was applied: its mark is there. */
async function send(client: DynamoDBDocumentClient, update: UpdateCommand, mark: Mark): Promise<Counting> {
  try {
    const { Attributes } = await client.send(update);
    return { counted: true, used: Number(Attributes?.used) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { Item } = error;
    return {
      counted: Number(Item?.[mark.name]?.N) === mark.sequence,
      used: Number(Item?.used?.N ?? 0),
    };
  }
}
