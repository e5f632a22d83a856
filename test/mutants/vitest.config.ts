import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These tests take up to a minute each, so mutants run without them. */
const LONG_TESTS = ['**/random-steps.test.ts', '**/contract/**/quote-contention.test.ts'];

/** Unit tests first, and short files before long ones: most mutants fail a fast test, which ends their run. */
class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isContract = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/contract/'));
    const bytes = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => isContract(a) - isContract(b) || bytes(a) - bytes(b));
  }
}

const patterns: readonly string[] = JSON.parse(process.env.MUTANT_TESTS ?? '[]');
const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));

/** The tests of one area in one shared process, as Stryker needs them; `npm run test:mutants` names them. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: patterns.filter((pattern) => !pattern.startsWith('!')),
    exclude: [...LONG_TESTS, ...excluded],
    // A mutant that loops until its attempts are used up is found after this time. Long enough for a loaded machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubEnvs: true,
    isolate: false,
    sequence: { sequencer: FastFirst },
    // Node strips the types itself, as in the other suites.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
