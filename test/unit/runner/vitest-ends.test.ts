import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const CONFIG = new URL('../../../jest.config.mjs', import.meta.url).href;
const JEST = fileURLToPath(new URL('../../../node_modules/jest/bin/jest.js', import.meta.url));

/** Times out, and leaves a server that would keep its process for ever. */
const HANGING_TEST = `
  const { createServer } = require('node:http');
  test('hangs', () => new Promise((resolve) => createServer().listen(0, '127.0.0.1')), 200);
`;

it('jest ends with a failure after a test that timed out and left a server', async () => {
  const { projects: _, ...settings } = (await import(CONFIG)).default;
  const folder = await mkdtemp(join(tmpdir(), 'freight-jest-'));
  try {
    await writeFile(join(folder, 'hanging.test.js'), HANGING_TEST);
    await writeFile(join(folder, 'jest.config.json'), JSON.stringify(settings));
    const child = spawn(process.execPath, [JEST, '--runInBand'], { cwd: folder, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), 300_000);
    const ended = await once(child, 'exit');
    clearTimeout(timer);

    expect(ended).toEqual([1, null]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
