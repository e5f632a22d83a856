import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Fault of one request. `fail` lists entries by position. */
export type Fault =
  | 'cut'
  | 'lose answer'
  | 'rubbish'
  | 'throttle'
  | `status ${500 | 503}`
  | { readonly fail: readonly number[]; readonly senderFault: boolean };

interface SentBatch {
  readonly Entries: { readonly Id: string; readonly [field: string]: unknown }[];
}

export interface QueueProxy {
  readonly endpoint: string;
  /** Received batches in order, failed ones included. */
  readonly requests: SentBatch[];
  stop(): Promise<void>;
}

/** A proxy of a queue engine that injects one fault into each of the first requests. */
export async function startQueueProxy(endpoint: string, faults: readonly Fault[]): Promise<QueueProxy> {
  const requests: SentBatch[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const batch = JSON.parse(body) as SentBatch;
    const fault = faults[requests.length];
    requests.push(batch);
    await pass(endpoint, fault, { request, body, batch }, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

interface Sent {
  readonly request: IncomingMessage;
  readonly body: string;
  readonly batch: SentBatch;
}

async function pass(endpoint: string, fault: Fault | undefined, sent: Sent, response: ServerResponse) {
  if (fault === 'cut') return response.destroy();
  if (fault === 'throttle') {
    return answer(response, 400, { __type: 'com.amazonaws.sqs#ThrottlingException', message: 'slow down' });
  }
  if (fault === 'status 500' || fault === 'status 503') return answer(response, Number(fault.slice(7)), {});
  const failed = typeof fault === 'object' ? fault.fail : [];
  const taken = sent.batch.Entries.filter((_, place) => !failed.includes(place));
  const upstream = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': String(sent.request.headers['content-type']),
      'x-amz-target': String(sent.request.headers['x-amz-target']),
      authorization: String(sent.request.headers.authorization),
    },
    body: failed.length === 0 ? sent.body : JSON.stringify({ ...sent.batch, Entries: taken }),
  });
  const answered = (await upstream.json()) as object;
  if (fault === 'lose answer') return response.destroy();
  if (fault === 'rubbish') return response.end('<html>');
  const Failed = failed.map((place) => ({
    Id: sent.batch.Entries[place]?.Id,
    SenderFault: typeof fault === 'object' && fault.senderFault,
    Code: 'InternalError',
  }));
  return answer(response, upstream.status, failed.length === 0 ? answered : { ...answered, Failed });
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}
