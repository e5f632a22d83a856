import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './freight/connection/connection.ts';
import { runFreight } from './freight/run.ts';

/** A signal to the whole group comes again, passed on by npm; a person's second one takes longer. */
const SAME_SIGNAL_MS = 1_000;

/** As ECMA-48 has it. */
const CLEAR_LINE = '\u001b[2K';

/** A person's second signal does not wait for the command's end. */
const signalled = () =>
  new Promise<void>((resolve) => {
    let since: number | undefined;
    const onSignal = () => {
      if (since !== undefined && Date.now() - since > SAME_SIGNAL_MS) process.exit(1);
      since ??= Date.now();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  });

async function askAtKeyboard(question: string): Promise<string> {
  const keyboard = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await keyboard.question(question);
  } finally {
    keyboard.close();
  }
}

process.exitCode = await runFreight(process.argv.slice(2), {
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  ...(process.stderr.isTTY ? { drawOver: (text) => process.stderr.write(`\r${CLEAR_LINE}${text}`) } : {}),
  ...(process.stdin.isTTY ? { ask: askAtKeyboard } : {}),
  connect,
  // Loaded only here: no other command needs it.
  reach: async (...deployment) =>
    (await import('./freight/connection/deployed-environment.ts')).reachDeployedEnvironment(...deployment),
  pause: (ms) => pause(ms),
  stopped: signalled,
});
