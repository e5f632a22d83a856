import { basename } from 'node:path';

/** The command for npm: the npm that started this process, or else the one on the PATH. */
export function npmCommand() {
  const started = process.env.npm_execpath ?? '';
  const npm = basename(started).startsWith('npm') ? started : 'npm';
  const [command, ...first] = npm.endsWith('.js') ? [process.execPath, npm] : [npm];
  // Variables of an npm script must not affect the inner npm.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package)/.test(name)),
  );
  return { command, first, env };
}
