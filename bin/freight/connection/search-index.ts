import * as v from 'valibot';
import {
  type IndexStatus,
  indexStatusSchema,
  type ReindexRequest,
  rebuiltSchema,
} from '../../../shared/terminals/indexing/terminal-index.ts';
import { CommandFailedError } from './failures.ts';
import { callFunction } from './lambda.ts';
import type { Target } from './target.ts';

/** The search index of terminals. Its calls throw CommandFailedError if there is no index, or the function cannot be called. */
export interface SearchIndex {
  /** Rebuilds the index from the table. */
  readonly rebuild: () => Promise<{ readonly rows: number }>;
  /** Reads the index and the disks of the nodes. */
  readonly status: () => Promise<IndexStatus>;
}

/** The index, by the function in the domain's network. */
export function createSearchIndex({
  control,
  reindexFunctionArn,
}: Pick<Target, 'control' | 'reindexFunctionArn'>): SearchIndex {
  const call = async <Answer>(
    request: ReindexRequest['request'],
    schema: v.GenericSchema<unknown, Answer>,
  ): Promise<Answer> => {
    const arn = await reindexFunctionArn();
    const name = arn.split(':').at(-1) ?? '';
    const event: ReindexRequest = { request };
    const called = await callFunction(control, arn, event);
    if ('failure' in called) {
      throw new CommandFailedError(
        `The search domain does not answer (${called.failure}); searches use the embedded search. See the log of ${name}.`,
      );
    }
    const parsed = v.safeParse(schema, called.returned);
    if (parsed.success) return parsed.output;
    throw new CommandFailedError(
      `${name} does not know this request: deploy first, because its release is older.`,
    );
  };
  return { rebuild: () => call('rebuild', rebuiltSchema), status: () => call('status', indexStatusSchema) };
}
