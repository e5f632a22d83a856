import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { CONSOLE_PATH } from '../../lib/web/page-headers.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** How the bundler writes the console into the folder of a site, at its URL path. */
export const consoleBuild = (site: string): InlineConfig => ({
  configFile: false,
  root: `${ROOT}web/console`,
  base: CONSOLE_PATH,
  logLevel: 'warn',
  esbuild: { jsx: 'automatic' },
  build: {
    outDir: `${site}${CONSOLE_PATH}`,
    emptyOutDir: false,
    target: 'es2022',
    // In a folder with a dot, which is not published: names of the files that each page loads.
    manifest: true,
    // The policy allows no data: URL for fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      // The component library marks its modules for server components, which the console has not.
      onwarn: (warning, report) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') report(warning);
      },
    },
  },
});

/** Writes the console into the folder of a site, at its URL path. */
export async function buildConsole(site: string): Promise<void> {
  // Loaded only here: an unchanged site does not need the bundler.
  const { build } = await import('vite');
  await build(consoleBuild(site));
}
