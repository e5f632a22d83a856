import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These tests take up to a minute each, so mutants run without them. */
const LONG_TESTS = ['**/random-steps.test.ts', '**/quote-contention.test.ts'];

/** Most mutants are found by a unit test, which is faster than a test on an engine. The run ends at the first failure. */
class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) =>
      (moduleId.includes('/contract/') ? 1_000_000 : 0) + statSync(moduleId).size;
    return files.toSorted((a, b) => cost(a) - cost(b));
  }
}

/** The tests of one area in one shared process, as Stryker needs them; `npm run test:mutants` names them. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: JSON.parse(process.env.MUTANT_TESTS ?? '[]'),
    exclude: LONG_TESTS,
    // A mutant that loops until its attempts are used up is found after this time.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    unstubEnvs: true,
    isolate: false,
    sequence: { sequencer: FastFirst },
    // Node strips the types itself, as in the other suites.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
