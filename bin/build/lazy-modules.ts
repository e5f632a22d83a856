import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface LazyModule {
  /** Matches its import specifier. */
  readonly specifier: RegExp;
  /** A file of this project, or a package. */
  readonly entryPoint: string;
  /** Name of the file next to index.mjs, without extension. */
  readonly name: string;
}

/**
 * Modules in files next to index.mjs, which are imported at run time only if needed. Code splitting would put modules of
 * several functions outside of their folders.
 */
const LAZY_MODULES: readonly LazyModule[] = [
  ofProject('shared/terminals/opensearch/opensearch-library.ts', 'opensearch-library'),
  // 227 kB with its client and a copy of the SDK core. Inside a bundle, it would add 85 kB. Few environments use it.
  ofProject('shared/geography/roads/amazon-location-road-distances.ts', 'amazon-location-road-distances'),
  // 900 kB with pdfkit and fontkit, only for PDF files.
  ofProject('shared/quotes/sheet/sheet-pdf.ts', 'sheet-pdf'),
  // AWS clients import it for event stream operations, which the functions do not call.
  {
    specifier: /^@smithy\/core\/event-streams$/,
    entryPoint: '@smithy/core/event-streams',
    name: 'event-streams',
  },
];

function ofProject(file: string, name: string): LazyModule {
  return { specifier: new RegExp(`/${name}\\.ts$`), entryPoint: join(ROOT, file), name };
}

/** Rewrites dynamic imports of these modules to the files next to the bundle. */
export const LAZY_IMPORTS: Plugin = {
  name: 'lazy-imports',
  setup: ({ onResolve }) => {
    for (const { specifier, name } of LAZY_MODULES) {
      onResolve({ filter: specifier }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}.mjs`, external: true } : undefined,
      );
    }
  },
};

/**
 * Bundles the lazy modules of these bundles, each once.
 * @param metafile of the bundles; the files are added to its outputs.
 * @returns the files by absolute path: one next to each bundle that imports it.
 */
export async function buildLazyModules(
  options: BuildOptions,
  metafile: Metafile,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { entryPoint, name } of LAZY_MODULES) {
    const importers = Object.entries(metafile.outputs).filter(([, { imports }]) =>
      imports.some(({ path }) => path === `./${name}.mjs`),
    );
    if (importers.length === 0) continue;
    const built = await build({
      ...options,
      write: false,
      entryPoints: [entryPoint],
      outdir: ROOT,
      absWorkingDir: ROOT,
      metafile: true,
    });
    const [output] = Object.values(built.metafile.outputs);
    const [file] = built.outputFiles;
    for (const [bundle] of importers) {
      const path = join(dirname(bundle), `${name}.mjs`);
      if (output !== undefined) metafile.outputs[path] = output;
      if (file !== undefined) files.set(join(ROOT, path), file.contents);
    }
  }
  return files;
}
