import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { engineSettings } from '../../lib/local/template/local-names.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';

/** On a loaded machine, a local engine can take several seconds for one of many requests at once. */
const TIMEOUT_MS = 60_000;

/** The service's client on DynamoDB Local. `config` overrides its settings. */
export const localDocumentClient = (
  endpoint: string,
  config: DynamoDBClientConfig = {},
): DynamoDBDocumentClient =>
  createDocumentClient({
    ...engineSettings(endpoint),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...config,
  });
