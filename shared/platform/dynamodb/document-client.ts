import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** DynamoDB normally responds in milliseconds. After these timeouts a new attempt is faster than waiting. */
const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 3;

/**
 * Creates a client for plain JavaScript values. Create one per function, because it keeps its connections.
 * `config` overrides the settings of deployed functions; tests pass an endpoint.
 */
export function createDocumentClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Without this setting the SDK only logs a warning and continues to wait.
      throwOnRequestTimeout: true,
    },
    ...config,
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

export interface DynamoDbTable {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
}
