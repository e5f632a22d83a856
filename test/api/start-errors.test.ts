import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { serviceProcesses } from '../support/service-processes.ts';

const { newFolder, start, rejected } = serviceProcesses();

describe('a failed start', () => {
  it('prints one line for a damaged gateway-keys.json', async () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'gateway-keys.json');
    writeFileSync(file, '{"keys": [');

    expect(await rejected(dataDir)).toBe(`${file} is damaged. Remove ${dataDir} to start without data.`);
    expect(readdirSync(dataDir)).toEqual(['gateway-keys.json']);
  });

  it('prints one line for a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    try {
      expect(await rejected(newFolder(), { environment: { PORT: String(port) } })).toBe(
        `Port ${port} is in use. Choose another: PORT=3100 npm start, or PORT=0 for a free one.`,
      );
    } finally {
      server.close();
    }
  });

  it.each(['http', '65536'])('prints one line for an invalid PORT: %j', async (PORT) => {
    expect(await rejected(newFolder(), { environment: { PORT } })).toBe(
      `PORT must be a number from 0 to 65535, but is "${PORT}".`,
    );
  });

  it.each(['--no-such-option'])('prints the usage for an unknown option: %s', async (arg) => {
    const { ended } = await start(newFolder(), { args: [arg] });

    const { code, out, err } = await ended;

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(arg);
    expect(err).toContain('Usage: npm start');
    expect(err).not.toContain(' at ');
  });
});
