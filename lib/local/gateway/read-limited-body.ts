import type { IncomingMessage } from 'node:http';

/** Reads the body; undefined as soon as it exceeds `limit` bytes. */
export function readLimitedBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        // Discards the rest: a sender that is still writing would not read the response.
        request.resume();
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('aborted', () => reject(new Error('the caller disconnected')));
  });
}
