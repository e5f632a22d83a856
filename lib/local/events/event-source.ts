import type { Invocation } from '../lambda/functions.ts';
import type { StoredState } from '../stored-state.ts';

/** What event source mappings need to invoke functions. */
export interface EventSourceOptions {
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  /** Sequence number of the last processed record, by shard. */
  readonly checkpoints: StoredState<Readonly<Record<string, string>>>;
  /** Offset of the service clock from the engine clock in milliseconds. */
  readonly aheadMs: () => number;
  /** Concurrency limit of a function. */
  readonly concurrencyOf: (functionArn: string) => number;
  readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>;
  readonly onLog: (line: string) => void;
}

/** Ids of the items that a function reports as failed (ReportBatchItemFailures). */
export function failedItems(response: unknown): ReadonlySet<string> {
  const { batchItemFailures = [] } = Object(response) as {
    readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
  };
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}
