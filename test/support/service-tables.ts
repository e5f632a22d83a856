import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { localDocumentClient } from './local-document-client.ts';
import type { LocalService } from './local-service.ts';
import { runningHost } from './running-host.ts';

export type Item = Readonly<Record<string, unknown>>;

/** Every item of every table of the service. */
export async function allItems(
  service: Pick<LocalService, 'dataDir' | 'dynamodbEndpoint'>,
): Promise<readonly Item[]> {
  const { tables } = await runningHost(service.dataDir);
  const client = localDocumentClient(service.dynamodbEndpoint);
  const items: Item[] = [];
  for (const TableName of Object.values(tables)) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
      items.push(...Items);
    }
  }
  client.destroy();
  return items;
}
