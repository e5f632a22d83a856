import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { serviceProcesses } from '../support/service-processes.ts';

const { newFolder, start, rejected } = serviceProcesses();

describe('a failed start', () => {
  it('prints one line for a damaged gateway.json', async () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'gateway.json');
    writeFileSync(file, '{"keys": [');

    expect(await rejected(dataDir)).toBe(`${file} is damaged. Remove ${dataDir} to start without data.`);
    expect(readdirSync(dataDir)).toEqual(['gateway.json']);
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

  it('prints one line for an invalid WEBHOOK_RETRY_SCHEDULE', async () => {
    const line = await rejected(newFolder(), { environment: { WEBHOOK_RETRY_SCHEDULE: 'soon' } });

    expect(line).toMatch(/^WEBHOOK_RETRY_SCHEDULE: Retry schedule .+$/);
  });

  it('prints one line for an invalid ALLOWED_ORIGINS', async () => {
    expect(await rejected(newFolder(), { environment: { ALLOWED_ORIGINS: '*' } })).toMatch(
      /^ALLOWED_ORIGINS: "\*" is not an origin: .+$/,
    );
  });

  it('prints one line for a damaged clock.json', async () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'clock.json');
    writeFileSync(file, '{');

    expect(await rejected(dataDir)).toContain(`${file} is damaged.`);
  });

  it('prints one line for a data folder that is a file', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');

    expect(await rejected(file)).toBe(`${file} cannot be used: EEXIST. Remove it and start again.`);
  });

  it.each(['--no-such-option'])('prints the usage for an unknown option: %s', async (arg) => {
    const { ended } = await start(newFolder(), { args: [arg] });

    const { code, out, err } = await ended;

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(arg);
    expect(err).toContain('Usage: npm start');
    expect(err).not.toContain(' at ');
  });

  it('prints the usage for --help', async () => {
    const { ended } = await start(newFolder(), { args: ['--help'] });

    expect(await ended).toMatchObject({ code: 0, out: expect.stringContaining('Usage: npm start'), err: '' });
  });
});
