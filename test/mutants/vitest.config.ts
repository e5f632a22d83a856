import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests of one area in one shared process, as Stryker needs them; `npm run test:mutants` names them. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: JSON.parse(process.env.MUTANT_TESTS ?? '[]'),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubEnvs: true,
    isolate: false,
    // Node strips the types itself, as in the other suites.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
