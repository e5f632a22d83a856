import type { IncomingMessage } from 'node:http';

/** The whole body, or undefined once it has grown beyond `limit` bytes: the rest is not read. */
export function readLimitedBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        // Read on without keeping it: a sender that still writes would not see the answer.
        request.resume();
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('the caller went away')));
  });
}
