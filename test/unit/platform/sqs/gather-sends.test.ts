import { describe, expect, it } from 'vitest';
import { gatherSends } from '../../../../shared/platform/sqs/gather-sends.ts';
import type { OutgoingMessage } from '../../../../shared/platform/sqs/message-queue.ts';

const message = (body: string): OutgoingMessage => ({ body });

describe('gathered sends', () => {
  it('send the messages of concurrent calls in one call, and return its own failures to each', async () => {
    const sent: string[][] = [];
    const queue = gatherSends({
      send: async (messages) => {
        sent.push(messages.map(({ body }) => body));
        return [...messages.keys()].filter((position) => messages[position]?.body.startsWith('bad'));
      },
    });

    const failed = await Promise.all([
      queue.send([message('a'), message('bad b')]),
      queue.send([]),
      queue.send([message('bad c'), message('d'), message('bad e')]),
      queue.send([message('f')]),
    ]);

    expect(sent).toEqual([['a', 'bad b', 'bad c', 'd', 'bad e', 'f']]);
    expect(failed).toEqual([[1], [], [0, 2], []]);
  });

  it('keep the trace of the call that sent each message', async () => {
    const sent: (string | undefined)[] = [];
    let trace: string | undefined = 'of the first call';
    const queue = gatherSends(
      {
        send: async (messages) => {
          sent.push(...messages.map(({ traceHeader }) => traceHeader));
          return [];
        },
      },
      () => trace,
    );

    const first = queue.send([message('a'), { ...message('b'), traceHeader: 'own' }]);
    trace = 'of the second call';
    const second = queue.send([message('c')]);
    trace = undefined;
    await Promise.all([first, second, queue.send([message('d')])]);

    expect(sent).toEqual(['of the first call', 'own', 'of the second call', undefined]);
  });

  it('leave the trace of a request with one trace to the client, which names the request', async () => {
    const sent: OutgoingMessage[] = [];
    const queue = gatherSends(
      {
        send: async (messages) => {
          sent.push(...messages);
          return [];
        },
      },
      () => 'one trace',
    );

    await Promise.all([queue.send([message('a')]), queue.send([message('b')])]);

    expect(sent).toEqual([message('a'), message('b')]);
  });
});
