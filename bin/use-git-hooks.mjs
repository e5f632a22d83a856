// Configures the git hooks of the project; does nothing outside a checkout (an archive, a container build).
import { execFileSync } from 'node:child_process';

try {
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { stdio: 'ignore' });
} catch {
  console.log('Not a git checkout: the pre-commit hook is not installed.');
}
