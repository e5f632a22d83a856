import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STAMP_NAME = '.inputs';

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
 * @param opensearch with a search domain; each kind has a folder of its own.
 * @returns the folder of the cloud assembly.
 */
export async function synthesizeLocal({ opensearch = false } = {}): Promise<string> {
  const assembly = `${ROOT}dist/local-assembly${opensearch ? '-opensearch' : ''}`;
  const stamp = `${assembly}/${STAMP_NAME}`;
  const before = hashOfInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === before) return assembly;
  // Loaded only here: the CDK library costs seconds that an unchanged start need not pay.
  const [{ buildBundles }, { createFreightApp }, { environmentSettings }] = await Promise.all([
    import('./bundles.ts'),
    import('../../lib/freight-app.ts'),
    import('../../lib/environments.ts'),
  ]);
  await buildBundles();
  const unfinished = `${assembly}-${process.pid}`;
  try {
    createFreightApp(environmentSettings('local', { opensearch }), unfinished).synth();
    writeFileSync(`${unfinished}/${STAMP_NAME}`, hashOfInputs());
    // Put in place when complete: a running service still starts workers from the old one.
    rmSync(assembly, { recursive: true, force: true });
    renameSync(unfinished, assembly);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return assembly;
}
