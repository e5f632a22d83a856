// After `npm ci`: configures the git hooks, and makes the types of the TypeScript client.
import { execFileSync } from 'node:child_process';

try {
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { stdio: 'ignore' });
} catch {
  console.log('Not a git checkout: the pre-commit hook is not installed.');
}
// Older versions of Node cannot load TypeScript; with them, the first npm script makes the types.
if (process.features.typescript) (await import('./build/client-types.ts')).buildClientTypes();
