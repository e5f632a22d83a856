// Runs a command for as long as its parent lives: node supervise.mjs COMMAND ARGS...
// The parent holds this process's standard input open; when the parent ends, however it ends, even by SIGKILL, the
// pipe closes, and the command is ended with it. A Java program would not notice by itself.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

const end = () => child.kill('SIGKILL');
process.stdin.resume();
process.stdin.on('end', end).on('error', end);
// A terminal's Ctrl-C reaches the whole group: the parent decides when its children end.
process.on('SIGINT', () => {});
process.on('SIGTERM', end);

child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 0 : 1)));
