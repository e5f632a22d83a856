// Runs a command for as long as its parent lives: node supervise.mjs COMMAND ARGS...
// The parent holds this process's standard input open; when the parent ends, however it ends, even by SIGKILL, the
// pipe closes, and the command is ended with it. A Java program would not notice by itself.
import { spawn } from 'node:child_process';

// A terminal's Ctrl-C, and a service manager's SIGTERM, reach the whole group: the parent decides when its children
// end, so that they serve what is still under way. A shell hands ignored signals down to the command it becomes.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of SIGNALS) process.on(signal, () => {});
const IGNORING = ['/bin/sh', '-c', `trap "" INT TERM HUP; exec "$0" "$@"`];

const [file, ...args] = [...(process.platform === 'win32' ? [] : IGNORING), ...process.argv.slice(2)];
const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'] });

const end = () => child.kill('SIGKILL');
process.stdin.resume();
process.stdin.on('end', end).on('error', end);

child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 0 : 1)));
