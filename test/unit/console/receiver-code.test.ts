import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { signatureHeaders } from '../../../shared/webhooks/sending/sign-payload.ts';
import { RECEIVERS } from '../../../web/console/src/webhooks/receiver-code.ts';
import { eventually } from '../../support/eventually.ts';

const CLIENT = new URL('../../../clients/typescript/src/index.ts', import.meta.url).href;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

const COMMANDS: Readonly<Record<string, readonly [command: string, file: string]>> = {
  TypeScript: [process.execPath, 'receiver.ts'],
  Python: ['python3', 'receiver.py'],
};

let running: { readonly child: ChildProcess; readonly folder: string } | undefined;
afterEach(async () => {
  if (running === undefined) return;
  const { child, folder } = running;
  if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  rmSync(folder, { recursive: true });
  running = undefined;
});

const installed = RECEIVERS.filter(
  ({ language }) => spawnSync(COMMANDS[language]?.[0] ?? '', ['--version']).status === 0,
);

it('a command starts each receiver, and this machine has at least Node', () => {
  expect(Object.keys(COMMANDS)).toEqual(RECEIVERS.map(({ language }) => language));
  expect(installed.map(({ language }) => language)).toContain('TypeScript');
});

it.each(installed)(
  'the receiver in $language accepts signed events once and rejects all others',
  async ({ language, code, start }) => {
    const [command = '', file = ''] = COMMANDS[language] ?? [];
    expect(start).toContain(file);
    const folder = mkdtempSync(join(tmpdir(), 'freight-receiver-'));
    writeFileSync(join(folder, file), code.replace("'freight-rates-client'", JSON.stringify(CLIENT)));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', WEBHOOK_SECRET: SECRET };
    const child = spawn(command, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running = { child, folder };
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const port = await eventually(
      async () => /listening on .*?(?:port: |, )(\d+)/s.exec(out)?.[1],
      (found) => found !== undefined || child.exitCode !== null,
    );
    expect([port, errors.includes('Error')]).toEqual([expect.any(String), false]);

    const post = async (id: string, secrets: readonly string[], at = new Date(), sent?: string) => {
      const body = Buffer.from(JSON.stringify({ id, event: 'quote.created', object: { name: 'ü' } }));
      const headers = { ...signatureHeaders({ id, body, secrets, at }) };
      const init = { method: 'POST', headers, body: sent ?? body };
      return (await fetch(`http://127.0.0.1:${port}/`, init)).status;
    };
    expect(await post('evt_1', [SECRET])).toBe(204);
    expect(await post('evt_1', [SECRET])).toBe(204);
    // During the overlap of a rotation, requests have two signatures.
    expect(await post('evt_2', [OTHER, SECRET])).toBe(204);
    expect(await post('evt_3', [OTHER])).toBe(401);
    expect(await post('evt_4', [SECRET], new Date(Date.now() - 600_000))).toBe(401);
    expect(await post('evt_5', [SECRET], new Date(), '{}')).toBe(401);
    await eventually(
      async () => out,
      (text) => text.includes('evt_2'),
    );
    expect(out.match(/quote\.created evt_\d/g)).toEqual(['quote.created evt_1', 'quote.created evt_2']);
  },
);
