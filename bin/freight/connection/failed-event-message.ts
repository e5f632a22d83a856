import * as v from 'valibot';
import type { DeadLetter } from '../../../shared/platform/sqs/redrive.ts';

/** A message of a queue of failed events. */
export type FailedEvent =
  /** An asynchronous invocation by an EventBridge schedule. */
  | { readonly kind: 'run'; readonly functionArn: string; readonly payload: unknown }
  /** Stream records of a table that their function failed to process. */
  | {
      readonly kind: 'records';
      readonly functionArn: string;
      readonly streamArn: string;
      readonly shardId: string;
      readonly first: string;
      readonly last: string;
    }
  | { readonly kind: 'unknown' };

const requestContext = v.object({ functionArn: v.string() });

/** Format of Lambda's on-failure destination of a stream. */
const ofStream = v.object({
  requestContext,
  DDBStreamBatchInfo: v.object({
    streamArn: v.string(),
    shardId: v.string(),
    startSequenceNumber: v.string(),
    endSequenceNumber: v.string(),
  }),
});

/** Format of Lambda's on-failure destination of an asynchronous invocation. */
const ofRun = v.object({ requestContext, requestPayload: v.unknown() });

/** Reads a message written by Lambda, or by EventBridge if the event did not reach Lambda. */
export function readFailedEvent({
  message: { body, attributes = {} },
}: Pick<DeadLetter, 'message'>): FailedEvent {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), body);
  if (!json.success) return { kind: 'unknown' };
  const stream = v.safeParse(ofStream, json.output);
  if (stream.success) {
    const { functionArn } = stream.output.requestContext;
    const { streamArn, shardId, startSequenceNumber, endSequenceNumber } = stream.output.DDBStreamBatchInfo;
    return {
      kind: 'records',
      functionArn,
      streamArn,
      shardId,
      first: startSequenceNumber,
      last: endSequenceNumber,
    };
  }
  const run = v.safeParse(ofRun, json.output);
  if (run.success) {
    return {
      kind: 'run',
      functionArn: run.output.requestContext.functionArn,
      payload: run.output.requestPayload,
    };
  }
  const { TARGET_ARN: functionArn } = attributes;
  return functionArn === undefined ? { kind: 'unknown' } : { kind: 'run', functionArn, payload: json.output };
}
