import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { certificateCheck } from '../../smoke/certificate-check.ts';
import { runCheck } from '../../smoke/check.ts';
import { selfSigned } from '../../support/certificate.ts';

const DAY_MS = 86_400_000;

/** The result for a certificate that ends in a number of days. */
async function resultWith(days: number, trusted = true) {
  const { cert, key } = selfSigned({
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + days * DAY_MS + DAY_MS / 2),
    names: ['localhost'],
  });
  const server = createServer({ cert, key });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  try {
    return await runCheck(certificateCheck(url, trusted ? cert : undefined), { onEmulator: false });
  } finally {
    server.close();
  }
}

it.each([
  [46, 'passed', '46 days'],
  [45, 'failed', '45 days: docs/operators/runbook-api.md#the-certificate-expires'],
  [3, 'failed', '3 days: docs/operators/runbook-api.md#the-certificate-expires'],
])('a certificate that ends in %d days has %s', async (days, outcome, detail) => {
  expect(await resultWith(days)).toMatchObject({ outcome, detail });
});

it('a certificate that no authority signed fails', async () => {
  expect(await resultWith(300, false)).toMatchObject({
    outcome: 'failed',
    detail: expect.stringMatching(/self-signed/),
  });
});
