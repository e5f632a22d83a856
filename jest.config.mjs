const project = (name, options = {}) => ({
  displayName: name,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/(dist|cdk.out|.local)/'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  ...options,
});

export default {
  // Against hanging only: a loaded machine may be slow.
  testTimeout: 600_000,
  // A test that times out leaves servers and timers behind, for which jest would wait without end.
  forceExit: true,
  projects: [
    'unit',
    'contract',
    'infra',
    'api',
    'faults',
    'webhook-faults',
    'call-faults',
    'deploy',
    'opensearch',
    'rights',
    'templates',
    'web',
  ].map((name) => project(name)),
};
