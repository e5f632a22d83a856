import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localDocumentClient } from '../support/local-document-client.ts';

/** A client that counts requests and measures the time of the engine. */
export interface MeteredClient {
  readonly client: DynamoDBDocumentClient;
  /** Requests since the last `reset`, by operation. */
  readonly requests: readonly string[];
  /** Milliseconds of engine requests since the last `reset`. */
  readonly engineMs: number;
  reset(): void;
}

/** A client of a local engine, to measure time outside of the engine. */
export function meteredClient(endpoint: string): MeteredClient {
  const client = localDocumentClient(endpoint);
  let requests: string[] = [];
  let engineMs = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        requests.push(String(commandName).replace('Command', ''));
        const start = performance.now();
        try {
          return await next(args);
        } finally {
          engineMs += performance.now() - start;
        }
      },
    // Excludes serialization and signing, which are work of the caller.
    { step: 'deserialize', priority: 'low', name: 'count-and-time' },
  );
  return {
    client,
    get requests() {
      return requests;
    },
    get engineMs() {
      return engineMs;
    },
    reset: () => {
      [requests, engineMs] = [[], 0];
    },
  };
}
