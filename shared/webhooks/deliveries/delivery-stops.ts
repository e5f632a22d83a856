import { createDynamoDbFindOrganization } from '../../accounts/organizations/dynamodb-key-directory.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';

/**
 * Whether an organization is suspended, or an operator has stopped its deliveries: they are kept, and none is sent. Read for
 * each run, so a stop takes effect after the longest attempt. An organization without a record is not stopped: its webhooks are
 * deleted before the record.
 */
export function createDeliveryStops({ client, TableName }: DynamoDbTable) {
  const findOrganization = createDynamoDbFindOrganization(client, TableName);
  return async (orgId: string): Promise<boolean> => {
    const { status, deliveriesStopped = false } = (await findOrganization(orgId)) ?? {};
    return status === 'suspended' || deliveriesStopped;
  };
}
