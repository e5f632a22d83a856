import { appendFileSync, mkdirSync } from 'node:fs';
import { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { rightsUsed } from './rights-used.ts';

const TARGET = 'x-amz-target';

/**
 * Writes down which rights the bundle of this thread uses, each once, in a file of the thread's own. Written at once,
 * since a function's time may end at any moment.
 */
export function recordCalls(folder: string, functionName: string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${threadId}.jsonl`);
  const written = new Set<string>();
  const record = (target: string, body: string) => {
    for (const right of rightsUsed(target, JSON.parse(body))) {
      const line = JSON.stringify({ functionName, ...right });
      if (!written.has(line)) appendFileSync(file, `${line}\n`);
      written.add(line);
    }
  };
  watchFetch(record);
  watchRequests(record);
}

type Recorded = (target: string, body: string) => void;

function watchFetch(record: Recorded): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const target = new Headers(init?.headers).get(TARGET);
    if (target !== null) record(target, String(init?.body));
    return fetch(input, init);
  };
}

/** The SDK sends by node:http, whose body is written in one piece or several. */
function watchRequests(record: Recorded): void {
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
    if (body !== undefined) record(String(this.getHeader(TARGET)), body);
    return Reflect.apply(end, this, args);
  };
}
