import { randomUUID } from 'node:crypto';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import type { ReindexRuns } from '../../shared/terminals/reindex-runs.ts';
import { leaveEvent } from './lambda-event.ts';

/** A rebuild that was asked for. */
export interface BegunRun {
  readonly runId: string;
  /** Name of the function that works on it, whose log tells more. */
  readonly functionName: string;
}

/** The search index of terminals, as operators have it built anew. */
export interface SearchIndex {
  /**
   * Has a rebuild begin.
   * @throws CommandRefusedError where there is no index, or the function cannot be called.
   */
  begin(): Promise<BegunRun>;
  /** How far it is. */
  readonly read: ReindexRuns['read'];
}

export interface SearchIndexOptions {
  readonly lambda: LambdaClientConfig;
  /** ARN of the function that builds the index. @throws CommandRefusedError where there is none. */
  readonly functionArn: () => Promise<string>;
  readonly runs: Pick<ReindexRuns, 'read'>;
}

export function createSearchIndex({ lambda, functionArn, runs }: SearchIndexOptions): SearchIndex {
  return {
    begin: async () => {
      const runId = randomUUID();
      const functionName = (await functionArn()).split(':').at(-1) ?? '';
      await leaveEvent(lambda, functionName, { runId });
      return { runId, functionName };
    },
    read: runs.read,
  };
}
