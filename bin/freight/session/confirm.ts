import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import type { Session } from './session.ts';

/**
 * Has the operator name what a command destroys, as an option or by typing it.
 * @throws UsageError where nobody can be asked; CommandFailedError where something else was named.
 */
export async function confirmName(
  { ask }: Pick<Session, 'ask'>,
  name: string,
  given: string | undefined,
  what: string,
): Promise<void> {
  if (given === undefined && ask === undefined) {
    throw new UsageError(`${what} Say --dry-run to see what goes, or --confirm ${name} to do it.`);
  }
  const typed = given ?? (await ask?.(`${what} Type ${name} to do it: `))?.trim();
  if (typed !== name) {
    throw new CommandFailedError(`"${typed ?? ''}" is not ${name}: nothing was done.`);
  }
}
