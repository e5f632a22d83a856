import { cpus } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Suites whose files share a process: each file leaves the process as it found it. */
const SHARED_PROCESS = ['unit'];
/** Suites whose files have processes of their own, since they start servers and engines. */
const OWN_PROCESS = [
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
];

const project = (name: string, isolate: boolean) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    isolate,
    // Vitest stalls when one run mixes both kinds of processes, so the kinds run one after the other.
    sequence: { groupOrder: isolate ? 0 : 1 },
  },
});

export default defineConfig({
  test: {
    // Against hanging only: a loaded machine may be slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Test files wait more than they compute: no core is kept back.
    maxWorkers: cpus().length,
    unstubEnvs: true,
    // The message must explain a failure that one run in many has.
    chaiConfig: { truncateThreshold: 1_000 },
    // Node strips the types itself, as it does for the service.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      ...OWN_PROCESS.map((name) => project(name, true)),
      ...SHARED_PROCESS.map((name) => project(name, false)),
    ],
  },
});
