import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from './freight/connection/connection.ts';
import { runFreight } from './freight/program.ts';

/** npm forwards a signal that the process group already received; a second Ctrl-C comes later than this. */
const SAME_SIGNAL_MS = 1_000;

/** ECMA-48: erase the whole line. */
const CLEAR_LINE = '\u001b[2K';

/** Resolves at the first signal. A second signal ends the process at once. */
const interrupted = () =>
  new Promise<void>((resolve) => {
    let since: number | undefined;
    const onSignal = () => {
      if (since !== undefined && Date.now() - since > SAME_SIGNAL_MS) process.exit(1);
      since ??= Date.now();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  });

function askAtKeyboard(question: string): Promise<string> {
  const keyboard = createInterface({ input: process.stdin, output: process.stderr });
  return keyboard.question(question).finally(() => keyboard.close());
}

process.exitCode = await runFreight(process.argv.slice(2), {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  ...(process.stderr.isTTY ? { redrawLine: (text) => process.stderr.write(`\r${CLEAR_LINE}${text}`) } : {}),
  ...(process.stdin.isTTY ? { ask: askAtKeyboard } : {}),
  connect,
  pause: (ms) => pause(ms),
  interrupted,
});
