import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EnvironmentSettings, environmentSettings } from '../../lib/settings/environments.ts';
import { hashSources } from './hash-files.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Unused assemblies are removed after this time. */
const MAX_UNUSED_MS = 24 * 3_600_000;

/** Interval in which a running service marks its assembly as used. */
export const MARK_USED_INTERVAL_MS = 3_600_000;

/** Marks a folder of a build as used, so that it is not removed. */
export const markUsed = (built: string): void => utimesSync(built, new Date(), new Date());

/** Removes builds that were not used for a day. @param folder of all builds. */
export function removeUnused(folder: string, now: Date): void {
  for (const name of globSync('*', { cwd: folder })) {
    const path = `${folder}/${name}`;
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - used > MAX_UNUSED_MS) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Builds the bundles and synthesizes environment `local`, unless there is an assembly of the current sources. The folder
 * name of an assembly is a hash of its sources, and its content never changes: edits do not affect a running service.
 * @param opensearch with a search domain.
 * @param allowedOrigins web origins that can call the API.
 * @param folder of all assemblies.
 * @returns the folder of the cloud assembly.
 */
export async function synthesizeLocal({
  opensearch = false,
  allowedOrigins = [] as readonly string[],
  folder = `${ROOT}dist/local-assemblies`,
} = {}): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const settings = { ...environmentSettings('local', { opensearch }), allowedOrigins };
  const inputs = () => hashSources(String(allowedOrigins));
  for (;;) {
    const before = inputs();
    const assembly = `${folder}/${before}${opensearch ? '-opensearch' : ''}`;
    if (existsSync(assembly)) {
      markUsed(assembly);
      removeUnused(folder, new Date());
      return assembly;
    }
    await synthesizeOnce(assembly, settings, () => inputs() === before);
  }
}

/** Creates the assembly, unless the sources change meanwhile. */
async function synthesizeOnce(
  assembly: string,
  settings: EnvironmentSettings,
  unchanged: () => boolean,
): Promise<void> {
  // Loaded only here: the CDK library takes seconds to load, which an unchanged start does not need.
  const [{ buildData, buildLocalBundles }, { createFreightApp }] = await Promise.all([
    import('./bundles.ts'),
    import('../../lib/freight-app.ts'),
  ]);
  // New data files change the hash of the sources.
  await buildData();
  if (!unchanged()) return;
  await buildLocalBundles();
  const unfinished = `${assembly}-${process.pid}`;
  try {
    createFreightApp(settings, unfinished).synth();
    if (unchanged() && !existsSync(assembly)) renameSync(unfinished, assembly);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
