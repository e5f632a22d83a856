import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';

/** Seconds since 1970 in records from Lambda; ISO 8601 in records printed by the AWS CLI. */
const changeTime = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.isoTimestamp())]),
  v.transform((at) => new Date(typeof at === 'number' ? at * 1000 : at)),
);

/**
 * The time of the change that a stream record describes.
 * @throws ValiError if the record has no valid time.
 */
export const changedAt = ({ dynamodb }: DynamoDBRecord): Date =>
  v.parse(changeTime, dynamodb?.ApproximateCreationDateTime);

export const sequenceNumberOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

/**
 * The answer to Lambda for a batch of stream records. It names only the first failed record, because Lambda retries from
 * that record.
 */
export function firstFailure(
  records: readonly DynamoDBRecord[],
  failed: ReadonlySet<DynamoDBRecord>,
): DynamoDBBatchResponse {
  const first = records.find((record) => failed.has(record));
  return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: sequenceNumberOf(first) }] };
}
