// Runs a command until the parent process ends: node supervise.mjs COMMAND ARGS...
// The parent keeps the standard input of this process open. When the parent ends, even by SIGKILL, the pipe closes and
// this process kills the command. A Java program would not notice it.
import { spawn } from 'node:child_process';

// Ctrl-C and the SIGTERM of a service manager reach the whole process group. They are ignored here, since the parent
// stops its children after the pending calls. A shell passes ignored signals on to the command.
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
