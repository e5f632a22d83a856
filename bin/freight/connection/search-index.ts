import * as v from 'valibot';
import {
  indexStatusSchema,
  type ReindexRequest,
  rebuiltSchema,
} from '../../../shared/terminals/indexing/terminal-index.ts';
import { CommandFailedError } from './failures.ts';
import { callFunction } from './lambda.ts';
import type { Target } from './target.ts';

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/**
 * The search index of terminals, by the function in the domain's network. Its calls throw CommandFailedError if there is no
 * index, or the function cannot be called.
 */
export function createSearchIndex({ control, published }: Pick<Target, 'control' | 'published'>) {
  const call = async <Answer>(
    request: ReindexRequest['request'],
    schema: v.GenericSchema<unknown, Answer>,
  ): Promise<Answer> => {
    const arn = published.reindexFunctionArn();
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
  return {
    /** Rebuilds the index from the table. */
    rebuild: () => call('rebuild', rebuiltSchema),
    /** Reads the index and the disks of the nodes. */
    status: () => call('status', indexStatusSchema),
  };
}
