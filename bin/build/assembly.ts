import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LOCAL_ASSEMBLY = `${ROOT}dist/local-assembly`;
const STAMP_NAME = '.inputs';
const STAMP = `${LOCAL_ASSEMBLY}/${STAMP_NAME}`;

/** Everything that a synthesized assembly is made from. */
const INPUTS = ['bin/**', 'lib/**', 'functions/**', 'shared/**', 'package-lock.json', 'cdk.json'];

function hashOfInputs(): string {
  const hash = createHash('sha256');
  for (const file of globSync(INPUTS, { cwd: ROOT }).sort()) {
    const { mtimeMs, size } = statSync(`${ROOT}${file}`);
    if (size > 0) hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

/**
 * Builds the bundles and synthesizes environment `local`, unless nothing changed since the last time.
 * @returns the folder of the cloud assembly.
 */
export async function synthesizeLocal(): Promise<string> {
  const before = hashOfInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === before) return LOCAL_ASSEMBLY;
  // Loaded only here: the CDK library costs seconds that an unchanged start need not pay.
  const [{ buildBundles }, { createFreightApp }, { environmentSettings }] = await Promise.all([
    import('./bundles.ts'),
    import('../../lib/freight-app.ts'),
    import('../../lib/environments.ts'),
  ]);
  await buildBundles();
  const unfinished = `${LOCAL_ASSEMBLY}-${process.pid}`;
  try {
    createFreightApp(environmentSettings('local'), unfinished).synth();
    writeFileSync(`${unfinished}/${STAMP_NAME}`, hashOfInputs());
    // Put in place when complete: a running service still starts workers from the old one.
    rmSync(LOCAL_ASSEMBLY, { recursive: true, force: true });
    renameSync(unfinished, LOCAL_ASSEMBLY);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return LOCAL_ASSEMBLY;
}
