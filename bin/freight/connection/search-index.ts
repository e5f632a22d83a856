import { randomUUID } from 'node:crypto';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import {
  type IndexStatus,
  indexStatusSchema,
  STATUS_REQUEST,
} from '../../../shared/terminals/indexing/index-status.ts';
import type { ReindexRuns } from '../../../shared/terminals/indexing/reindex-runs.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { callFunction, sendEvent } from './lambda-event.ts';

/** A requested rebuild. */
export interface BegunRun {
  readonly runId: string;
  /** Name of the function that runs the rebuild; its log has details. */
  readonly functionName: string;
}

/** The search index of terminals. */
export interface SearchIndex {
  /**
   * Starts a rebuild.
   * @throws CommandFailedError if there is no index or the function cannot be invoked.
   */
  begin(): Promise<BegunRun>;
  /**
   * Reads the index in service and the disks of the nodes, by the function in the domain's network.
   * @throws CommandFailedError if there is no index, the function cannot be called, or the domain does not answer.
   */
  status(): Promise<IndexStatus>;
  /** Reads the progress of a rebuild. */
  readonly read: ReindexRuns['read'];
}

export interface SearchIndexOptions {
  readonly lambda: LambdaClientConfig;
  /** ARN of the function that builds the index. @throws CommandFailedError if there is none. */
  readonly functionArn: () => Promise<string>;
  readonly runs: Pick<ReindexRuns, 'read'>;
}

const nameOf = (functionArn: string): string => functionArn.split(':').at(-1) ?? '';

export function createSearchIndex({ lambda, functionArn, runs }: SearchIndexOptions): SearchIndex {
  return {
    begin: async () => {
      const runId = randomUUID();
      const functionName = nameOf(await functionArn());
      await sendEvent(lambda, functionName, { runId });
      return { runId, functionName };
    },
    status: async () => {
      const arn = await functionArn();
      const called = await callFunction(lambda, arn, STATUS_REQUEST);
      if ('failure' in called) {
        throw new CommandFailedError(
          `The search domain does not answer (${called.failure}); searches use the embedded search. See the log of ${nameOf(arn)}.`,
        );
      }
      const parsed = v.safeParse(indexStatusSchema, called.returned);
      if (parsed.success) return parsed.output;
      throw new CommandFailedError(
        `${nameOf(arn)} reports no status: its release is older than this command. Deploy first.`,
      );
    },
    read: runs.read,
  };
}
