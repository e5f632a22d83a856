import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CONFIG = fileURLToPath(new URL('../../../vitest.config.ts', import.meta.url));
const VITEST = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));

/** Times out, and leaves a server that would keep its process for ever. */
const HANGING_TEST = `
  import { createServer } from 'node:http';
  test('hangs', () => new Promise((resolve) => createServer().listen(0, '127.0.0.1')), 200);
`;

it.each(['api', 'unit'])(
  'Vitest ends with a failure after a test of %s that timed out and left a server',
  async (project) => {
    const folder = await mkdtemp(join(tmpdir(), 'freight-vitest-'));
    try {
      await mkdir(join(folder, 'test', project), { recursive: true });
      await writeFile(join(folder, 'test', project, 'hanging.test.ts'), HANGING_TEST);
      const args = ['run', '--globals', '--root', folder, '--config', CONFIG, '--project', project];
      const { code, stderr } = await new Promise<{ readonly code: unknown; readonly stderr: string }>(
        (resolve) =>
          execFile(process.execPath, [VITEST, ...args], { timeout: 300_000 }, (error, _, written) =>
            resolve({ code: error?.code, stderr: written }),
          ),
      );

      expect(stderr).toContain('Test timed out in 200ms');
      expect(code).toBe(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
