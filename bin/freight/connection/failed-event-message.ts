import * as v from 'valibot';
import type { DeadLetter } from '../../../shared/platform/sqs/redrive.ts';

/** What a message of a queue of given-up work stands for. */
export type GivenUp =
  /** A run of a function that nobody waited for: by EventBridge's clock. */
  | { readonly kind: 'run'; readonly functionArn: string; readonly payload: unknown }
  /** Records of a table's stream that their function failed at. */
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

/** Lambda's failure destination of a stream. */
const ofStream = v.object({
  requestContext,
  DDBStreamBatchInfo: v.object({
    streamArn: v.string(),
    shardId: v.string(),
    startSequenceNumber: v.string(),
    endSequenceNumber: v.string(),
  }),
});

/** Lambda's failure destination of an asynchronous call. */
const ofRun = v.object({ requestContext, requestPayload: v.unknown() });

/** Reads a message, as Lambda or, where it did not reach Lambda, EventBridge wrote it. */
export function readGivenUp({ message: { body, attributes = {} } }: Pick<DeadLetter, 'message'>): GivenUp {
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
