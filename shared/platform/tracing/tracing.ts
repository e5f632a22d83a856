import type { AwsClient, Tracing } from './tracing-port.ts';

const OFF: Tracing = {
  traceClient: () => undefined,
  messageHeader: () => undefined,
  traceMessage: (_header, _annotations, run) => run(),
  traceRequest: (_request, run) => run(),
};

/** `xray` if the environment's setting `tracing` is on. The module is a separate file of the bundle, loaded only then. */
const { TRACING, AWS_XRAY_DAEMON_ADDRESS = '' } = process.env;

export const tracing: Tracing =
  TRACING === 'xray' ? (await import('./xray-tracing.ts')).createXrayTracing(AWS_XRAY_DAEMON_ADDRESS) : OFF;

/** Traces the calls of a client where tracing is on. */
export function traced<Client extends AwsClient>(client: Client): Client {
  tracing.traceClient(client);
  return client;
}
