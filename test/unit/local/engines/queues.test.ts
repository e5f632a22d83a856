import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Queues, startQueues } from '../../../../lib/local/engines/queues.ts';
import { queueModel } from '../../../../lib/local/template/event-source-model.ts';
import { engineQueues } from '../../../support/engine-queues.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function started(dataDir?: string): Promise<Queues> {
  const queues = await startQueues(dataDir);
  ended.push(() => queues.stop());
  return queues;
}
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'freight-queues-'));
  ended.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

const on = ({ endpoint }: Queues, name: string) => {
  const sqs = engineQueues(() => endpoint);
  ended.push(() => sqs.stop());
  return {
    send: (body: string, MessageGroupId?: string) => sqs.send(name, body, { MessageGroupId }),
    receive: async () => {
      const messages = await sqs.receive(name, { MaxNumberOfMessages: 10 });
      return messages.length === 0 ? undefined : messages.map(({ Body }) => Body);
    },
    attributes: () => sqs.attributes(name),
  };
};

const work = queueModel('work', { VisibilityTimeout: 180 });

describe('the queues of a template', () => {
  it('keep their messages after a restart', async () => {
    const folder = newFolder();
    const before = await startQueues(folder);
    await before.ensure([work]);
    await on(before, 'work').send('one');
    await before.stop();

    const after = await started(folder);
    await after.ensure([work]);

    expect(await on(after, 'work').receive()).toEqual(['one']);
  });

  it('keep their messages after a reload of the template with changed settings and new queues', async () => {
    const queues = await started();
    await queues.ensure([work]);
    await on(queues, 'work').send('one');

    await queues.ensure([
      queueModel('work', {
        VisibilityTimeout: 30,
        RedrivePolicy: { deadLetterTargetArn: queueModel('gone', {}).arn, maxReceiveCount: 3 },
      }),
      queueModel('gone', {}),
    ]);

    expect(await on(queues, 'work').attributes()).toMatchObject({
      VisibilityTimeout: '30',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: queueModel('gone', {}).arn, maxReceiveCount: 3 }),
    });
    expect(await on(queues, 'work').receive()).toEqual(['one']);
    await on(queues, 'gone').send('two');
    expect(await on(queues, 'gone').receive()).toEqual(['two']);
  });

  it.each([['kept after a restart'], ['new']])(
    'are fair to message groups, as fair queues of SQS are, if they are %s',
    async (how) => {
      const folder = newFolder();
      const before = await startQueues(folder);
      if (how !== 'new') await before.ensure([work]);
      await before.stop();
      const queues = await started(folder);
      await queues.ensure([work]);
      const queue = on(queues, 'work');
      for (let message = 0; message < 30; message++) await queue.send(`noisy ${message}`, 'noisy');
      await queue.receive();
      await queue.send('quiet', 'quiet');

      expect(await queue.receive()).toEqual([
        'quiet',
        ...[10, 11, 12, 13, 14, 15, 16, 17, 18].map((n) => `noisy ${n}`),
      ]);
    },
  );

  it('report an error of one line if their folder is a file', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');

    await expect(startQueues(file)).rejects.toThrow(/^The queues cannot be stored in .+\/file: .+ Remove it/);
  });
});
