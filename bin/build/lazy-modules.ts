import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Modules that stay out of index.mjs and are a file next to it: functions import them at run time, and only if their
 * settings ask for it. Code splitting would put what several functions share outside their folders.
 */
const LAZY_MODULES = [
  'shared/terminals/opensearch-library.ts',
  // With its client 226 kB that hardly any environment uses.
  'shared/places/amazon-location-road-distances.ts',
];

const fileOf = (module: string): string => `${basename(module, '.ts')}.mjs`;

/** Leaves dynamic imports of these modules as imports of the files next to the bundle. */
export const LAZY_IMPORTS: Plugin = {
  name: 'lazy-imports',
  setup: ({ onResolve }) => {
    const names = LAZY_MODULES.map((module) => basename(module).replace('.', '\\.'));
    onResolve({ filter: new RegExp(`/(${names.join('|')})$`) }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `./${fileOf(path)}`, external: true } : undefined,
    );
  },
};

/**
 * Bundles the modules that these bundles import lazily, each once.
 * @param metafile of the bundles; the files are added to its outputs.
 * @returns the files by absolute path: one next to each bundle that imports it.
 */
export async function buildLazyModules(
  options: BuildOptions,
  metafile: Metafile,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const bundles = Object.entries(metafile.outputs);
  for (const module of LAZY_MODULES) {
    const importers = bundles.filter(([, { imports }]) =>
      imports.some(({ path }) => path === `./${fileOf(module)}`),
    );
    if (importers.length === 0) continue;
    const built = await build({
      ...options,
      write: false,
      entryPoints: [join(ROOT, module)],
      outdir: ROOT,
      absWorkingDir: ROOT,
      metafile: true,
    });
    const [output] = Object.values(built.metafile.outputs);
    const [file] = built.outputFiles;
    for (const [bundle] of importers) {
      const path = join(dirname(bundle), fileOf(module));
      if (output !== undefined) metafile.outputs[path] = output;
      if (file !== undefined) files.set(join(ROOT, path), file.contents);
    }
  }
  return files;
}
