import { afterEach, describe, expect, it } from 'vitest';
import { readServiceModel } from '../../../../lib/local/template/read-service-model.ts';
import { API_STACK, withResources, writeAssembly } from './assembly-fixture.ts';

const removals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
});

async function modelOf(resources: Parameters<typeof withResources>[1]) {
  const { folder, remove } = await writeAssembly(withResources(API_STACK, resources));
  removals.push(remove);
  return readServiceModel(folder);
}

const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const rule = (properties: object) => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    ScheduleExpression: 'rate(1 minute)',
    State: 'ENABLED',
    Targets: [{ Id: 'Target0', Arn: arn('ReadFunction'), DeadLetterConfig: { Arn: arn('GivenUp') } }],
    ...properties,
  },
});
const QUEUE = { Type: 'AWS::SQS::Queue', Properties: {} };

describe('the schedules of a template', () => {
  it('are its rules with a schedule expression, each with its function and retries', async () => {
    const model = await modelOf({
      GivenUp: QUEUE,
      Sweep: rule({ Description: 'sweep' }),
      Retries: {
        Type: 'AWS::Lambda::EventInvokeConfig',
        Properties: { FunctionName: { Ref: 'ReadFunction' }, MaximumRetryAttempts: 1, Qualifier: '$LATEST' },
      },
    });

    const read = model.functions.find(({ name }) => name.includes('ReadFunction'));
    expect(model.schedules).toEqual([
      {
        name: 'sweep',
        arn: expect.stringMatching(/^arn:aws:events:us-east-1:\d{12}:rule\/\S+Sweep$/),
        expression: 'rate(1 minute)',
        functionArn: read?.arn,
        retries: 1,
      },
    ]);
  });

  it('have 2 retries by default, and the input of the template', async () => {
    const Targets = [{ Id: 'Target0', Arn: arn('ReadFunction'), Input: '{"only":"this"}' }];
    const { schedules } = await modelOf({ Sweep: rule({ Targets }) });

    expect(schedules).toEqual([expect.objectContaining({ retries: 2, input: { only: 'this' } })]);
    expect(schedules[0]?.name).toMatch(/Sweep$/);
  });

  it('exclude disabled rules', async () => {
    const { schedules } = await modelOf({ GivenUp: QUEUE, Sweep: rule({ State: 'DISABLED' }) });

    expect(schedules).toEqual([]);
  });

  it('can have a dead-letter queue, which is in the model with the other queues', async () => {
    const { unsupported, queues } = await modelOf({ GivenUp: QUEUE, Work: QUEUE, Sweep: rule({}) });

    expect(unsupported).toEqual([]);
    expect(queues).toHaveLength(2);
  });

  it('exclude rules with an event pattern, which are unsupported except for those of buckets', async () => {
    const listen = (source: string) => ({
      Type: 'AWS::Events::Rule',
      Properties: { EventPattern: { source: [source] }, Targets: [] },
    });
    const { schedules, unsupported, bucketRules } = await modelOf({
      Listen: listen('aws.ec2'),
      Files: listen('aws.s3'),
    });

    expect(schedules).toEqual([]);
    expect(unsupported).toEqual([expect.stringContaining('Listen')]);
    expect(bucketRules).toEqual([{ pattern: '{"source":["aws.s3"]}', queueArns: [] }]);
  });
});
