import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import type { Session } from './session.ts';

/**
 * Requires the name of what a command deletes, as an option or typed at a prompt.
 * @throws UsageError if no prompt is possible; CommandFailedError if the name differs.
 */
export async function confirmName(
  { ask }: Pick<Session, 'ask'>,
  name: string,
  given: string | undefined,
  what: string,
): Promise<void> {
  if (given === undefined && ask === undefined) {
    throw new UsageError(`${what} Use --dry-run to preview, or --confirm ${name} to continue.`);
  }
  const typed = given ?? (await ask?.(`${what} Type ${name} to continue: `))?.trim();
  if (typed !== name) {
    throw new CommandFailedError(`"${typed ?? ''}" is not ${name}. Nothing was deleted.`);
  }
}
