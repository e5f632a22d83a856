import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbKeyDirectory } from '../../../accounts/organizations/dynamodb-key-directory.ts';
import { createDeliveryStops, type DeliveryStops } from './delivery-stops.ts';

/** Reads from the table of organizations whether deliveries are stopped. */
export const composeDeliveryStops = (
  client: DynamoDBDocumentClient,
  organizationsTable: string,
  now: () => Date,
): DeliveryStops => {
  const { findOrganization } = createDynamoDbKeyDirectory(client, organizationsTable);
  return createDeliveryStops({ findOrganization, now });
};
