import type { Command } from 'commander';
import { type RedrivenWork, redriveGivenUp } from '../connection/redrive-failed-events.ts';
import { CommandMisusedError, CommandRefusedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';

interface RedriveOptions {
  readonly queue?: string;
  readonly dryRun?: true;
}

/** `freight given-up ...`: scheduled runs and records of streams that were given up. */
export function addGivenUpCommands(program: Command, session: Session): void {
  const givenUp = program.command('given-up').description('runs and records of streams that were given up');

  givenUp
    .command('redrive')
    .description('do again what was given up, of scheduled runs and of streams; remove what is done')
    .option('--queue <name>', 'only that of this one: "webhooks/quotes-stream"')
    .option('--dry-run', 'say what would be done, and do nothing')
    .action((options: RedriveOptions) => redrive(session, options));
}

async function redrive(session: Session, { queue, dryRun }: RedriveOptions): Promise<void> {
  await session.workOnGivenUp(async ({ queues, work, now }) => {
    const found = await queues();
    const chosen = found.filter(({ name }) => queue === undefined || name === queue);
    if (chosen.length === 0) {
      throw new CommandMisusedError(
        `Unknown queue "${queue}". Choose one of: ${found.map(({ name }) => name).join(', ')}.`,
      );
    }
    const how = { dryRun: dryRun ?? false, now };
    const outcomes: ({ readonly queue: string } & RedrivenWork)[] = [];
    for (const { name, deadLetters } of chosen) {
      outcomes.push({ queue: name, ...(await redriveGivenUp(deadLetters, work, how)) });
    }
    session.report(
      outcomes,
      outcomes.flatMap((outcome) => [
        `${outcome.queue}: ${outcome.done} ${dryRun ? 'would be done again' : 'done again'}`,
        ...Object.entries(outcome.left).map(([reason, count]) => `  left ${count}: ${reason}`),
      ]),
    );
    if (!dryRun && outcomes.some(({ left }) => Object.keys(left).length > 0)) {
      throw new CommandRefusedError(
        'Some is left: docs/operations.md says what is done with each reason. The rest may be tried again.',
      );
    }
  });
}
