import { afterEach, describe, expect, it } from '@jest/globals';
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
  it('are its rules with an expression, each with its function and retries', async () => {
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

  it('have two retries where the template says nothing, and their own input where it does', async () => {
    const Targets = [{ Id: 'Target0', Arn: arn('ReadFunction'), Input: '{"only":"this"}' }];
    const { schedules } = await modelOf({ Sweep: rule({ Targets }) });

    expect(schedules).toEqual([expect.objectContaining({ retries: 2, input: { only: 'this' } })]);
    expect(schedules[0]?.name).toMatch(/Sweep$/);
  });

  it('are not those that are disabled', async () => {
    const { schedules } = await modelOf({ GivenUp: QUEUE, Sweep: rule({ State: 'DISABLED' }) });

    expect(schedules).toEqual([]);
  });

  it('log discarded events, and have a queue as other sources do', async () => {
    const { unsupported, queues } = await modelOf({ GivenUp: QUEUE, Work: QUEUE, Sweep: rule({}) });

    expect(unsupported).toEqual([]);
    expect(queues).toHaveLength(2);
  });

  it('are not rules that wait for events, which do not run here', async () => {
    const Listen = {
      Type: 'AWS::Events::Rule',
      Properties: { EventPattern: { source: ['aws.s3'] }, Targets: [] },
    };
    const { schedules, unsupported } = await modelOf({ Listen });

    expect(schedules).toEqual([]);
    expect(unsupported).toEqual([expect.stringContaining('Listen')]);
  });
});
