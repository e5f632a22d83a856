import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sourceVersion } from '../../../bin/app/source-version.ts';
import { readTemplates, synthesizedTemplates } from '../../support/synthesized-templates.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('the template that tests and the local host see', () => {
  it('is the one that the CDK command line deploys', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'freight-cdk-'));
    try {
      const args = ['synth', '--quiet', '-c', 'environment=dev', '--output', folder, '--no-notices'];
      await promisify(execFile)(`${ROOT}node_modules/.bin/cdk`, args, {
        cwd: ROOT,
        env: { PATH: process.env.PATH, HOME: folder },
      });
      const ours = await synthesizedTemplates('dev', { version: await sourceVersion() });
      const deployed = await readTemplates(folder, 'dev');
      for (const stack of ['data', 'api'] as const) expect(deployed[stack]).toEqual(ours[stack]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
