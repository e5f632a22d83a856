import { parseArgs } from 'node:util';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { bothOf, runSuite, runTests } from './run.ts';

/**
 * `npm run test:faults`: webhooks on real bundles and engines while everything around them fails, and every call of every
 * function with faults, in a shortened form; `-- --full` in the long one. `-- PATTERN ...` runs the test files that match.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
});

await runSuite(async () => {
  await synthesizeLocal();
  const environment = { FULL_LENGTH: values.full ? 'yes' : '' };
  const run = (name: string, patterns: readonly string[]) =>
    runTests(name, ['webhook-faults', 'call-faults'], patterns, environment);
  if (positionals.length > 0) await run('faults', positionals);
  else {
    // At the same time, since the calls with faults follow each other and leave a processor free.
    await bothOf(
      run('faults', [
        'receiver-faults',
        'killed-senders',
        'crash-points',
        'queue-faults',
        'store-faults',
        'races',
      ]),
      // In the long form also functions behind queues and streams: each fault waits until its message is sent again.
      run('call-faults', [values.full ? 'test/call-faults' : 'call-faults/operations']),
    );
    // Runs alone, since its measurements need an idle machine.
    await run('floods', ['floods']);
  }
});
