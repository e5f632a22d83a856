import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** A Vitest reporter that prints the test files that took longest, loading and hooks included. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((module) => {
      const { collectDuration, duration, setupDuration } = module.diagnostic();
      return { file: relative('.', module.moduleId), ms: collectDuration + setupDuration + duration };
    });
    if (times.length <= SHOWN) return;
    console.log(`Slowest ${SHOWN} of ${times.length} test files:`);
    for (const { file, ms } of times.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
      console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`);
    }
  }
}
