import { describe, expect, it } from 'vitest';
import { lambdaRecord } from '../../../../lib/local/events/stream-record.ts';

describe('a stream record for Lambda', () => {
  it('is JSON with bytes in base64 at any depth and times in seconds', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const record = lambdaRecord(
      {
        eventID: 'one',
        eventName: 'MODIFY',
        dynamodb: {
          ApproximateCreationDateTime: new Date('2026-10-01T00:00:00.900Z'),
          SequenceNumber: '100000000000000000000001',
          Keys: { pk: { S: 'a' } },
          NewImage: { packed: { B: bytes }, list: { L: [{ M: { set: { BS: [bytes] }, n: { N: '1' } } }] } },
        },
      },
      'arn:stream',
    );

    expect(JSON.parse(JSON.stringify(record))).toEqual({
      eventID: 'one',
      eventName: 'MODIFY',
      eventSource: 'aws:dynamodb',
      eventSourceARN: 'arn:stream',
      dynamodb: {
        ApproximateCreationDateTime: 1_790_812_800,
        SequenceNumber: '100000000000000000000001',
        Keys: { pk: { S: 'a' } },
        NewImage: { packed: { B: 'AQID' }, list: { L: [{ M: { set: { BS: ['AQID'] }, n: { N: '1' } } }] } },
      },
    });
  });
});
