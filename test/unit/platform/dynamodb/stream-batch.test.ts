import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import {
  changedAt,
  firstFailure,
  sequenceNumberOf,
} from '../../../../shared/platform/dynamodb/stream-batch.ts';

const records: readonly DynamoDBRecord[] = ['100', '200', '300'].map((SequenceNumber) => ({
  dynamodb: { SequenceNumber },
}));
const [, second, third] = records as [DynamoDBRecord, DynamoDBRecord, DynamoDBRecord];

describe('the answer for a batch of stream records', () => {
  it('names no record if none failed', () => {
    expect(firstFailure(records, new Set())).toEqual({ batchItemFailures: [] });
  });

  it('names the first failed record of the batch, in the order of the stream', () => {
    expect(firstFailure(records, new Set([third, second]))).toEqual({
      batchItemFailures: [{ itemIdentifier: '200' }],
    });
  });

  it('fails the whole batch if the failed record has no sequence number', () => {
    const unnumbered: DynamoDBRecord = {};
    expect(sequenceNumberOf(unnumbered)).toBe('');
    expect(firstFailure([unnumbered], new Set([unnumbered]))).toEqual({
      batchItemFailures: [{ itemIdentifier: '' }],
    });
  });
});

describe('the time of a change', () => {
  const recordOf = (at: unknown): DynamoDBRecord => ({
    dynamodb: { ApproximateCreationDateTime: at as number },
  });

  it.each([
    ['seconds, from Lambda', 1_767_225_600],
    ['ISO 8601, from the AWS CLI', '2026-01-01T00:00:00.000Z'],
  ])('is read from %s', (_form, at) => {
    expect(changedAt(recordOf(at))).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  it.each([undefined, 'yesterday'])('is required: %s', (at) => {
    expect(() => changedAt(recordOf(at))).toThrow();
  });
});
