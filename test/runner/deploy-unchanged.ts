import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestFailure } from './run.ts';

const CDK = fileURLToPath(new URL('../../node_modules/.bin/cdk', import.meta.url));

/**
 * Deploys an assembly that is already deployed, and checks that the CDK reports no changes for every stack.
 * @throws TestFailure naming the stacks that it says something else of.
 */
export async function deployUnchanged(
  name: string,
  assembly: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const started = performance.now();
  const args = ['deploy', '--all', '--app', assembly, '--require-approval', 'never', '--no-notices', '--ci'];
  const child = spawn(CDK, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const stacks = stacksOf(assembly);
  const changed = stacks.filter((stack) => !said.includes(`${stack} (no changes)`));
  if (code !== 0 || changed.length > 0) {
    throw new TestFailure(`${said}\n✗ ${name}: changes ${changed.join(', ') || 'nothing, and failed'}`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`✓ ${name}: no changes in ${stacks.join(', ')} (${seconds} s)`);
}

function stacksOf(assembly: string): string[] {
  const { artifacts } = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, { readonly type: string }>;
  };
  return Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([stack]) => stack);
}
