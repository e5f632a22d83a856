import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A healthy DynamoDB answers in milliseconds: past these a new attempt is sooner there than the old one. */
const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 3;

/**
 * A client for plain JavaScript values. Make it once a function: it keeps its connections.
 * `config` adds to the settings that deployed functions run with; tests give an endpoint.
 */
export function createDocumentClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Without this the SDK only warns and goes on waiting.
      throwOnRequestTimeout: true,
    },
    ...config,
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
