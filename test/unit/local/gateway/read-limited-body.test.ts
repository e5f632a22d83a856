import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLimitedBody } from '../../../../lib/local/gateway/read-limited-body.ts';

const requestOf = (stream: PassThrough) => stream as unknown as IncomingMessage;

function sent(chunks: readonly Uint8Array[]): PassThrough {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  return stream.end();
}

describe('a request body', () => {
  it('is read completely up to the limit, in any chunks, and is undefined over the limit', async () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.nat({ max: 60 }), async (pieces, limit) => {
        const whole = Buffer.concat(pieces);
        const read = await readLimitedBody(requestOf(sent(pieces)), limit);
        expect(read).toEqual(whole.length <= limit ? whole : undefined);
      }),
    );
  });

  it('is rejected as soon as it exceeds the limit; the rest is discarded, so that the sender can finish', async () => {
    const stream = new PassThrough({ highWaterMark: 4 });
    const read = readLimitedBody(requestOf(stream), 5);
    stream.write('123456');

    expect(await read).toBeUndefined();
    const finished = new Promise((resolve) => stream.once('finish', resolve));
    for (let more = 0; more < 100; more += 1) stream.write('x'.repeat(100));
    stream.end();
    await finished;
  });

  it('causes an error if the caller disconnects before its end', async () => {
    const stream = new PassThrough();
    const read = readLimitedBody(requestOf(stream), 100);
    stream.write('half');
    stream.emit('aborted');

    await expect(read).rejects.toThrow('disconnected');
  });
});
