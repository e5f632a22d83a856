import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './freight/connection.ts';
import { runFreight } from './freight/run.ts';

process.exitCode = await runFreight(process.argv.slice(2), {
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  connect,
  pause: (ms) => pause(ms),
});
