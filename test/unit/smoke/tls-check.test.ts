import type { AddressInfo } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { tlsCheck } from '../../smoke/tls-check.ts';
import { selfSigned } from '../../support/certificate.ts';

const DAY_MS = 86_400_000;

async function findingAt(options: TlsOptions) {
  const { cert, key } = selfSigned({
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    addresses: ['127.0.0.1'],
  });
  const server = createServer({ cert, key, ciphers: 'DEFAULT@SECLEVEL=0', ...options });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await tlsCheck(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`).run();
  } finally {
    server.close();
  }
}

describe('the check of TLS', () => {
  it.each([
    ['passes where 1.2 is the oldest', { minVersion: 'TLSv1.2' }, { outcome: 'passed' }],
    [
      'fails where 1.1 is also accepted',
      { minVersion: 'TLSv1' },
      { outcome: 'failed', detail: /1\.1 or 1\.0/ },
    ],
    [
      'fails where nothing new is spoken',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' },
      { outcome: 'failed', detail: /no TLS 1\.2/ },
    ],
  ] as const)('%s', async (_, options, { outcome, ...rest }) => {
    const finding = await findingAt(options);
    expect(finding.outcome).toBe(outcome);
    if ('detail' in rest) expect(finding.detail).toMatch(rest.detail);
  });

  it('fails without TLS', async () => {
    expect((await tlsCheck('http://127.0.0.1:1/').run()).outcome).toBe('failed');
  });
});
