import type { Command } from 'commander';
import { type RedrivenFailedEvents, redriveFailedEvents } from '../connection/redrive-failed-events.ts';
import { PartialFailureError, UsageError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';

interface RedriveOptions {
  readonly queue?: string;
  readonly dryRun?: true;
}

/** `freight failed-events ...`: failed scheduled runs and stream records. */
export function addFailedEventCommands(program: Command, session: Session): void {
  const failedEvents = program
    .command('failed-events')
    .description('Run again scheduled functions and stream records that failed repeatedly');

  failedEvents
    .command('redrive')
    .description('Run failed scheduled functions and stream records again; delete the messages that succeed')
    .option('--queue <name>', 'only this queue, such as webhooks/quotes-stream')
    .option('--dry-run', 'print what would be redriven and change nothing')
    .addHelpText('after', example('freight --environment prod failed-events redrive --dry-run'))
    .action((options: RedriveOptions) => redrive(session, options));
}

async function redrive(session: Session, { queue, dryRun }: RedriveOptions): Promise<void> {
  await session.workOnFailedEvents(async ({ queues, replay, now }) => {
    const found = await queues();
    const chosen = found.filter(({ name }) => queue === undefined || name === queue);
    if (chosen.length === 0) {
      throw new UsageError(
        `Unknown queue "${queue}". Use one of: ${found.map(({ name }) => name).join(', ')}.`,
      );
    }
    const options = { dryRun: dryRun ?? false, now };
    const outcomes: ({ readonly queue: string } & RedrivenFailedEvents)[] = [];
    for (const { name, deadLetters } of chosen) {
      outcomes.push({ queue: name, ...(await redriveFailedEvents(deadLetters, replay, options)) });
    }
    session.report(
      outcomes,
      outcomes.flatMap((outcome) => [
        `${outcome.queue}: ${outcome.done} ${dryRun ? 'would be redriven' : 'redriven'}`,
        ...Object.entries(outcome.left).map(([reason, count]) => `  ${count} not redriven: ${reason}`),
      ]),
    );
    if (!dryRun && outcomes.some(({ left }) => Object.keys(left).length > 0)) {
      throw new PartialFailureError(
        'Some messages were not redriven. docs/operators/operations.md lists what to do for each reason.',
      );
    }
  });
}
