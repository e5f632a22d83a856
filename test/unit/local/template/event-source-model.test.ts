import { describe, expect, it } from 'vitest';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import { eventSourceModels, queueModel } from '../../../../lib/local/template/event-source-model.ts';

const QUEUE_ARN = 'arn:aws:sqs:us-east-1:000000000000:events';
const STREAM_ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/quotes/stream/local';
const FUNCTION_ARN = 'arn:aws:lambda:us-east-1:000000000000:function:work';

const ofQueue = { EventSourceArn: QUEUE_ARN, FunctionName: 'work' };
const ofStream = { EventSourceArn: STREAM_ARN, FunctionName: FUNCTION_ARN, StartingPosition: 'TRIM_HORIZON' };

describe('the event source mappings of a template', () => {
  it('have the default limits of Lambda if the template sets none', () => {
    expect(eventSourceModels([ofQueue, ofStream])).toEqual({
      queueSources: [
        { functionArn: FUNCTION_ARN, queueArn: QUEUE_ARN, batchSize: 10, reportsFailures: false },
      ],
      streamSources: [
        {
          functionArn: FUNCTION_ARN,
          tableName: 'quotes',
          streamArn: STREAM_ARN,
          batchSize: 100,
          filters: [],
          retries: Number.POSITIVE_INFINITY,
          bisects: false,
          reportsFailures: false,
        },
      ],
    });
  });

  it('have the settings of the template', () => {
    const FunctionResponseTypes = ['ReportBatchItemFailures'];
    const queue = {
      ...ofQueue,
      BatchSize: 5,
      ScalingConfig: { MaximumConcurrency: 20 },
      FunctionResponseTypes,
    };
    const stream = {
      ...ofStream,
      BatchSize: 50,
      FunctionResponseTypes,
      FilterCriteria: { Filters: [{ Pattern: '{"a":[1]}' }, { Pattern: '{"b":[2]}' }] },
      MaximumRetryAttempts: 0,
      BisectBatchOnFunctionError: true,
      DestinationConfig: { OnFailure: { Destination: QUEUE_ARN } },
    };

    expect(eventSourceModels([queue, stream])).toMatchObject({
      queueSources: [{ batchSize: 5, maximumConcurrency: 20, reportsFailures: true }],
      streamSources: [
        {
          batchSize: 50,
          reportsFailures: true,
          filters: ['{"a":[1]}', '{"b":[2]}'],
          retries: 0,
          bisects: true,
          onFailureArn: QUEUE_ARN,
        },
      ],
    });
  });

  it('are omitted if they are disabled', () => {
    const mappings = [
      { ...ofQueue, Enabled: false },
      { ...ofStream, Enabled: false },
    ];

    expect(eventSourceModels(mappings)).toEqual({ queueSources: [], streamSources: [] });
  });

  it.each([
    [
      'a source of another kind',
      { ...ofQueue, EventSourceArn: 'arn:aws:kinesis:us-east-1:000000000000:stream/s' },
    ],
    ['a stream with the starting position LATEST', { ...ofStream, StartingPosition: 'LATEST' }],
    ['a filter for a queue', { ...ofQueue, FilterCriteria: { Filters: [{ Pattern: '{}' }] } }],
  ])('are rejected with an error of one line for %s', (_, mapping) => {
    expect(() => eventSourceModels([mapping])).toThrow(LocalSetupError);
    expect(() => eventSourceModels([mapping])).toThrow(/^The local host .+\.$/);
  });
});

describe('a queue of a template', () => {
  it('has the attributes of the SQS API and no others', () => {
    const RedrivePolicy = { deadLetterTargetArn: QUEUE_ARN, maxReceiveCount: 3 };

    expect(queueModel('work', { VisibilityTimeout: 30, RedrivePolicy, SqsManagedSseEnabled: true })).toEqual({
      name: 'work',
      arn: 'arn:aws:sqs:us-east-1:000000000000:work',
      attributes: { VisibilityTimeout: 30, RedrivePolicy },
    });
  });
});
