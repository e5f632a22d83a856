import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbKeyDirectory } from '../../../accounts/organizations/dynamodb-key-directory.ts';
import { createDeliveryStops, type DeliveryStops } from './delivery-stops.ts';

/** Stops of deliveries as the table of organizations has them, in every stage. */
export const composeDeliveryStops = (
  client: DynamoDBDocumentClient,
  organizationsTable: string,
  now: () => Date,
): DeliveryStops => {
  const { findOrganization } = createDynamoDbKeyDirectory(client, organizationsTable);
  return createDeliveryStops({ findOrganization, now });
};
