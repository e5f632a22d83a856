import { appendFileSync, mkdirSync } from 'node:fs';
import { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { bucketRightUsed, type RightUsed, rightsUsed, searchRightUsed } from './rights-used.ts';

const TARGET = 'x-amz-target';

/**
 * Records each right that functions of this thread use once, in a file per thread. Writes at once, since the thread can
 * end at any time.
 * @param currentFunction the function that makes a call, if one does.
 * @returns a function that stops the recording.
 */
export function recordCalls(folder: string, currentFunction: () => string | undefined): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${threadId}.jsonl`);
  const written = new Set<string>();
  const record = (rights: readonly RightUsed[]) => {
    const functionName = currentFunction();
    if (functionName === undefined) return;
    for (const right of rights) {
      const line = JSON.stringify({ functionName, ...right });
      if (!written.has(line)) appendFileSync(file, `${line}\n`);
      written.add(line);
    }
  };
  const ends = [watchFetch(record), watchRequests(record)];
  return () => {
    for (const end of ends) end();
  };
}

type Record = (rights: readonly RightUsed[]) => void;

/** Host and port of a local engine, if the function has its endpoint in this variable. */
function hostOf(variable: 'OPENSEARCH_ENDPOINT' | 'AWS_ENDPOINT_URL_S3'): string | undefined {
  const endpoint = process.env[variable];
  return endpoint === undefined ? undefined : new URL(endpoint).host;
}

function watchFetch(record: Record): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const target = new Headers(init?.headers).get(TARGET);
    if (target !== null) record(rightsUsed(target, JSON.parse(String(init?.body))));
    return fetch(input, init);
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

/** Records requests of node:http, which the AWS SDK and the OpenSearch client use; a body can have several chunks. */
function watchRequests(record: Record): () => void {
  const { write, end } = ClientRequest.prototype;
  const bodies = new WeakMap<ClientRequest, string>();
  const keep = (request: ClientRequest, chunk: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    if (request.hasHeader(TARGET)) bodies.set(request, `${bodies.get(request) ?? ''}${Buffer.from(chunk)}`);
  };
  ClientRequest.prototype.write = function (this: ClientRequest, ...args: unknown[]) {
    keep(this, args[0]);
    return Reflect.apply(write, this, args);
  };
  ClientRequest.prototype.end = function (this: ClientRequest, ...args: unknown[]) {
    keep(this, args[0]);
    const body = bodies.get(this);
    if (body !== undefined) record(rightsUsed(String(this.getHeader(TARGET)), JSON.parse(body)));
    else if (this.getHeader('host') === hostOf('OPENSEARCH_ENDPOINT')) {
      record([searchRightUsed(this.method, this.path.split('?')[0] ?? '')]);
    } else if (this.getHeader('host') === hostOf('AWS_ENDPOINT_URL_S3')) {
      record([bucketRightUsed(this.method, this.path)]);
    }
    return Reflect.apply(end, this, args);
  };
  return () => {
    Object.assign(ClientRequest.prototype, { write, end });
  };
}
