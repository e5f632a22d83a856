import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { createDynamoDbStrategies } from '../quotes/strategy/dynamodb-strategies.ts';
import { createDynamoDbRfpReader } from './store/dynamodb-rfp-reader.ts';

interface Tables {
  readonly RFPS_TABLE: string;
  readonly STRATEGIES_TABLE: string;
}

/** The RFPs and strategies of functions that return lanes with prices. */
export function composeLaneViews({ RFPS_TABLE, STRATEGIES_TABLE }: Tables) {
  const client = createDocumentClient();
  return {
    client,
    rfps: createDynamoDbRfpReader({ client, rfpsTable: RFPS_TABLE }),
    strategies: createDynamoDbStrategies(client, STRATEGIES_TABLE),
  };
}
