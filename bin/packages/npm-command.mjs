import { basename } from 'node:path';

/** How npm is run: the npm that started this, where npm did; else the one on the path. */
export function npmCommand() {
  const started = process.env.npm_execpath ?? '';
  const npm = basename(started).startsWith('npm') ? started : 'npm';
  const [command, ...first] = npm.endsWith('.js') ? [process.execPath, npm] : [npm];
  // An npm script's own settings must not reach the npm inside it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package)/.test(name)),
  );
  return { command, first, env };
}
