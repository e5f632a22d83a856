import { createSocket } from 'node:dgram';
import type { SegmentDocument } from './xray-segment.ts';

/** X-Ray's daemon requires this line before each document. */
const HEADER = '{"format":"json","version":1}\n';

/**
 * Sends documents to X-Ray's daemon, which Lambda runs next to a traced function. UDP: a call never waits, and a lost
 * document costs only its place in the trace.
 * @param address `host:port`, as Lambda sets it in AWS_XRAY_DAEMON_ADDRESS.
 */
export function createXrayDaemon(address: string): (document: SegmentDocument) => void {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? [];
  if (port === '') return () => undefined;
  const socket = createSocket('udp4');
  socket.on('error', () => undefined);
  socket.unref();
  return (document) => socket.send(HEADER + JSON.stringify(document), Number(port), host);
}
