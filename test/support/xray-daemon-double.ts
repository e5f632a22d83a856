import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { SegmentDocument } from '../../shared/platform/tracing/xray-segment.ts';

export interface XrayDaemonDouble {
  /** host:port, for AWS_XRAY_DAEMON_ADDRESS. */
  readonly address: string;
  /** All documents, in order of arrival. */
  readonly documents: readonly SegmentDocument[];
  stop(): Promise<void>;
}

/** Receives the segments that functions send to the X-Ray daemon; rejects datagrams that the daemon would reject. */
export async function startXrayDaemonDouble(): Promise<XrayDaemonDouble> {
  const documents: SegmentDocument[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (datagram) => {
    const [header = '', document = '', ...others] = String(datagram).split('\n');
    const { format, version } = JSON.parse(header);
    if (format !== 'json' || version !== 1 || others.length > 0)
      throw new Error(`not a segment: ${datagram}`);
    documents.push(JSON.parse(document));
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    documents,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
