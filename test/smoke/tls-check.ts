import { isIP } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { type Check, failed, passed } from './check.ts';

const ANSWERS_WITHIN_MS = 10_000;

/** Whether a server agrees on a version of TLS; certificates are looked at by every other check. */
function agrees(url: URL, versions: Pick<ConnectionOptions, 'minVersion' | 'maxVersion'>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port || 443),
      ...(isIP(url.hostname) === 0 ? { servername: url.hostname } : {}),
      rejectUnauthorized: false,
      // Otherwise, the client would not offer old TLS versions.
      ciphers: 'DEFAULT@SECLEVEL=0',
      ...versions,
    });
    const end = (agreed: boolean) => {
      socket.destroy();
      resolve(agreed);
    };
    socket.setTimeout(ANSWERS_WITHIN_MS, () => end(false));
    socket.once('secureConnect', () => end(true)).once('error', () => end(false));
  });
}

/** That callers cannot be talked into an old TLS. */
export const tlsCheck = (url: string): Check => ({
  name: 'TLS 1.2 or newer is spoken, and nothing older',
  emulatorLacks: 'TLS',
  run: async () => {
    const address = new URL(url);
    if (address.protocol !== 'https:') return failed('it is called without');
    if (!(await agrees(address, { minVersion: 'TLSv1.2' }))) return failed('no TLS 1.2');
    return (await agrees(address, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }))
      ? failed('TLS 1.1 or 1.0 is taken')
      : passed();
  },
});
