import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './freight/connection.ts';
import { runFreight } from './freight/run.ts';

/** A second signal ends the process at once. */
const signalled = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
  });

process.exitCode = await runFreight(process.argv.slice(2), {
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  connect,
  pause: (ms) => pause(ms),
  stopped: signalled,
});
