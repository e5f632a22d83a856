import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Receives the responses of custom resources in place of CloudFormation. */
export interface CloudFormationStandIn {
  /** Received responses, oldest first. */
  readonly answers: readonly unknown[];
  /** A Create event of a resource, whose response URL is this stand-in. */
  creationOf(LogicalResourceId: string): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts it on loopback. */
export async function startCloudFormation(): Promise<CloudFormationStandIn> {
  const answers: unknown[] = [];
  const server = createServer(async (request, response) => {
    answers.push(await json(request));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    answers,
    creationOf: (LogicalResourceId) => ({
      RequestType: 'Create',
      ResponseURL: `http://127.0.0.1:${port}/answer`,
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId,
    }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve()).closeAllConnections();
      }),
  };
}
