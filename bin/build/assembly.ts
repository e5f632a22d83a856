import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EnvironmentSettings, environmentSettings } from '../../lib/settings/environments.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Everything that a synthesized assembly is made from. */
const INPUTS = ['bin/**', 'lib/**', 'functions/**', 'shared/**', 'package-lock.json', 'cdk.json'];

/** An assembly that no start and no running service has used for so long is removed. */
const UNUSED_FOR_MS = 24 * 3_600_000;

/** How often a running service must say that it uses its assembly. */
export const SAY_IN_USE_EVERY_MS = 3_600_000;

function hashOfInputs(allowedOrigins: readonly string[]): string {
  const hash = createHash('sha256').update(`${allowedOrigins}\0`);
  for (const file of globSync(INPUTS, { cwd: ROOT }).sort()) {
    const path = `${ROOT}${file}`;
    // Folders, and what another build is writing.
    if (/\.bin\.\d+$/.test(file) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const contents = readFileSync(path);
    hash.update(`${file}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex').slice(0, 32);
}

/** Keeps an assembly from being removed as unused. */
export const sayInUse = (assembly: string): void => utimesSync(assembly, new Date(), new Date());

/** @param folder of all assemblies. */
export function removeUnused(folder: string, now: Date): void {
  for (const name of globSync('*', { cwd: folder })) {
    const path = `${folder}/${name}`;
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - used > UNUSED_FOR_MS) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Builds the bundles and synthesizes environment `local`, unless an assembly of the sources as they are now is there.
 * An assembly has a folder named for the content of its sources and is never changed: a service that runs from one goes
 * on whatever is edited and started beside it.
 * @param opensearch with a search domain.
 * @param allowedOrigins of pages in browsers that may call it.
 * @param folder where assemblies are kept.
 * @returns the folder of the cloud assembly.
 */
export async function synthesizeLocal({
  opensearch = false,
  allowedOrigins = [] as readonly string[],
  folder = `${ROOT}dist/local-assemblies`,
} = {}): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const settings = { ...environmentSettings('local', { opensearch }), allowedOrigins };
  const inputs = () => hashOfInputs(allowedOrigins);
  for (;;) {
    const before = inputs();
    const assembly = `${folder}/${before}${opensearch ? '-opensearch' : ''}`;
    if (existsSync(assembly)) {
      sayInUse(assembly);
      removeUnused(folder, new Date());
      return assembly;
    }
    await synthesizeOnce(assembly, settings, () => inputs() === before);
  }
}

/** Puts the assembly in place when it is complete, unless the sources have changed meanwhile. */
async function synthesizeOnce(
  assembly: string,
  settings: EnvironmentSettings,
  unchanged: () => boolean,
): Promise<void> {
  // Loaded only here: the CDK library costs seconds that an unchanged start need not pay.
  const [{ buildBundles, buildData }, { createFreightApp }] = await Promise.all([
    import('./bundles.ts'),
    import('../../lib/freight-app.ts'),
  ]);
  // Data made for the first time is a change of the sources.
  await buildData();
  if (!unchanged()) return;
  await buildBundles();
  const unfinished = `${assembly}-${process.pid}`;
  try {
    createFreightApp(settings, unfinished).synth();
    if (unchanged() && !existsSync(assembly)) renameSync(unfinished, assembly);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
