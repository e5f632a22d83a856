import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENVIRONMENT_NAMES } from '../../lib/settings/environments.ts';
import { amount, missReach } from './short.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_SECONDS = 10;
/** CloudFormation accepts 500. */
const MAX_RESOURCES = 480;

/** Number of resources of each template in an assembly folder; nested stacks are separate templates. */
function resourcesIn(folder: string): Record<string, number> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.template.json'));
  return Object.fromEntries(
    files.map((file) => {
      const { Resources } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { Resources: object };
      const stack = file
        .replace(/^freight-\w+?-|\.template\.json$/g, '')
        .replace(/^freight\w+Aliases\w+\.nested$/, 'aliases inside api');
      return [stack, Object.keys(Resources).length];
    }),
  );
}

for (const environment of ENVIRONMENT_NAMES.slice(0, amount(undefined, 1))) {
  const folder = mkdtempSync(join(tmpdir(), 'freight-synth-'));
  try {
    const started = performance.now();
    const { status, stderr } = spawnSync(
      `${ROOT}node_modules/.bin/cdk`,
      ['synth', '--quiet', '--no-notices', '-c', `environment=${environment}`, '--output', folder],
      { cwd: ROOT, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
    const seconds = (performance.now() - started) / 1000;
    const counts = resourcesIn(folder);
    const each = Object.entries(counts).map(([stack, count]) => `${stack} ${count}`);
    console.log(`${environment}: npx cdk synth ${seconds.toFixed(1)} s; resources: ${each.join(', ')}`);
    if (seconds > MAX_SECONDS || Math.max(...Object.values(counts)) >= MAX_RESOURCES) missReach();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`reach: ${MAX_SECONDS} s, below ${MAX_RESOURCES} resources a stack`);
