import { setTimeout as wait } from 'node:timers/promises';
import type { QueuesAndBuckets } from '../engines/fauxqs.ts';
import type { Functions } from '../lambda/functions.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { failedItems } from './function-events.ts';

/** Pause after an error of the engine, such as a full disk. */
const PAUSE_MS = 500;
const STOP_WITHIN_MS = 2_000;

/**
 * Consumes a queue like the pollers of Lambda: each receives a batch, invokes the function, and deletes the processed
 * messages. Failed messages become visible again after their visibility time-out.
 * @returns a function that stops the pollers.
 */
export function consumeQueue(
  { queueArn, functionArn, batchSize }: ServiceModel['queueSources'][number],
  { receive, remove, wake }: Pick<QueuesAndBuckets, 'receive' | 'remove' | 'wake'>,
  { invoke, eventsAtOnce }: Pick<Functions, 'invoke' | 'eventsAtOnce'>,
  onLog: (line: string) => void,
): () => Promise<void> {
  let stopping = false;
  const processBatch = async (): Promise<void> => {
    const Records = await receive(queueArn, batchSize);
    if (Records.length === 0) return;
    const ended = await invoke(functionArn, { Records });
    if (ended.outcome !== 'returned') return;
    const failed = failedItems(ended.payload);
    for (const { messageId, receiptHandle } of Records) {
      if (!failed.has(messageId)) remove(queueArn, receiptHandle);
    }
  };
  const problem = (error: unknown) => {
    const detail = String(error);
    onLog(JSON.stringify({ level: 'error', code: 'QUEUE_NOT_READ', queue: queueArn, detail }));
    return wait(PAUSE_MS);
  };
  const poll = async (): Promise<void> => {
    while (!stopping) await processBatch().catch(problem);
  };
  const pollers = Array.from({ length: eventsAtOnce(functionArn) }, poll);
  return async () => {
    stopping = true;
    wake();
    // Later batches end with their function, and their messages become visible again.
    await Promise.race([Promise.all(pollers), wait(STOP_WITHIN_MS, undefined, { ref: false })]);
  };
}
