import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

/** A suite: the test files of a folder, and what is started or built once before the first of them. */
const suite = (name, setup) => ({
  displayName: name,
  rootDir,
  roots: ['<rootDir>/test'],
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'mjs', 'js', 'cjs', 'json', 'node'],
  transform: { '\\.ts$': '<rootDir>/test/strip-types.mjs' },
  testEnvironmentOptions: { globalsCleanup: 'off' },
  ...(setup === undefined
    ? {}
    : { globalSetup: `<rootDir>/test/setup/${setup}.ts`, globalTeardown: '<rootDir>/test/setup/stop.ts' }),
});

export default {
  rootDir,
  projects: [
    suite('unit', 'build-data'),
    suite('contract', 'start-engines'),
    suite('infra', 'synthesize'),
    suite('api', 'prepare-service'),
    suite('faults', 'prepare-service'),
    suite('webhook-faults', 'synthesize'),
    suite('call-faults', 'synthesize'),
    suite('nightly', 'prepare-service'),
    suite('rights', 'synthesize'),
    suite('opensearch', 'start-search'),
    suite('web', 'build-pages'),
    suite('templates', 'write-templates'),
    suite('deploy'),
  ],
  // Against hanging only: a loaded machine may be slow.
  testTimeout: 600_000,
  // Most test files wait more than they compute.
  maxWorkers: '100%',
  // Modules of ended test files stay in memory.
  workerIdleMemoryLimit: '1.5GB',
};
