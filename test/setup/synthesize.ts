import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { buildBundles } from '../../bin/build/bundles.ts';
import { started } from './started.ts';

/** Bundles and the stacks of environment `local`, and a folder in which test files share templates of other environments. */
export default async function synthesize(): Promise<void> {
  await buildBundles();
  await synthesizeLocal();
  if (process.env.TEST_TEMPLATES_DIR !== undefined) return;
  const templates = await mkdtemp(join(tmpdir(), 'freight-templates-'));
  started.push(() => rm(templates, { recursive: true, force: true }));
  process.env.TEST_TEMPLATES_DIR = templates;
}
