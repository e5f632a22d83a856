import { type Command, Option } from 'commander';
import { QUEUE_NAMES, type QueueName } from '../../functions/definition-types.ts';
import { type Redriven, redrive } from '../../shared/platform/sqs/redrive.ts';
import { example } from './arguments.ts';
import { type RedrivenFailedEvents, redriveFailedEvents } from './connection/failed-events.ts';
import { PartialFailureError, UsageError } from './connection/failures.ts';
import type { Session } from './session.ts';

/** `freight dlq ...` and `freight failed-events ...`: events that failed repeatedly. */
export function addQueueCommands(program: Command, session: Session): void {
  program
    .command('dlq')
    .description('Process again events and deliveries that failed repeatedly (dead-letter queues)')
    .command('redrive')
    .description('Move messages from dead-letter queues back to their source queues')
    .addOption(new Option('--queue <queue>', 'only this source queue').choices([...QUEUE_NAMES, 'mails']))
    .option('--dry-run', 'count the messages and move none')
    .option('--include-rejected', 'also move messages that were rejected because of their content')
    .addHelpText('after', example('freight --environment prod dlq redrive --queue events --dry-run'))
    .action((options: RedriveOptions) => redriveQueues(session, options));
  program
    .command('failed-events')
    .description('Run again scheduled functions and stream records that failed repeatedly')
    .command('redrive')
    .description('Run failed scheduled functions and stream records again; delete the messages that succeed')
    .option('--queue <name>', 'only this queue, such as workers/quotes-stream')
    .option('--dry-run', 'print what would be redriven and change nothing')
    .addHelpText('after', example('freight --environment prod failed-events redrive --dry-run'))
    .action((options: RedriveOptions) => redriveEvents(session, options));
}

interface RedriveOptions {
  readonly queue?: string;
  readonly dryRun?: boolean;
  readonly includeRejected?: boolean;
}

async function redriveQueues(session: Session, options: RedriveOptions): Promise<void> {
  const { queue: only, dryRun = false, includeRejected = false } = options;
  await session.work(async ({ queues, queueNames, provisioning: { now } }) => {
    const outcomes: (Redriven & { readonly queue: QueueName })[] = [];
    for (const queue of queueNames.filter((name) => only === undefined || name === only)) {
      const parts = await queues.withDeadLetters(queue);
      outcomes.push({ queue, ...(await redrive({ ...parts, dryRun, includeRejected, now })) });
    }
    session.report(outcomes);
    const failed = outcomes.filter((outcome) => outcome.failed > 0).map(({ queue }) => queue);
    if (failed.length > 0) {
      throw new PartialFailureError(
        `Some messages could not be moved to ${failed.join(', ')}. Run the command again.`,
      );
    }
    if (!dryRun && outcomes.some(({ rejected }) => Object.keys(rejected).length > 0)) {
      throw new PartialFailureError('Rejected messages were not moved. Use --include-rejected to move them.');
    }
  });
}

async function redriveEvents(
  session: Session,
  { queue: only, dryRun = false }: RedriveOptions,
): Promise<void> {
  await session.workOnDeployment(async ({ failedEvents }, { provisioning: { now } }) => {
    const found = await failedEvents.queues();
    const chosen = found.filter(({ name }) => only === undefined || name === only);
    if (chosen.length === 0) {
      const names = found.map(({ name }) => name).join(', ');
      throw new UsageError(`Unknown queue "${only}". Use one of: ${names}.`);
    }
    const outcomes: ({ readonly queue: string } & RedrivenFailedEvents)[] = [];
    for (const { name: queue, deadLetters } of chosen) {
      const outcome = await redriveFailedEvents(deadLetters, failedEvents.replay, { dryRun, now });
      outcomes.push({ queue, ...outcome });
    }
    session.report(outcomes);
    if (!dryRun && outcomes.some(({ left }) => Object.keys(left).length > 0)) {
      throw new PartialFailureError(
        'Some messages were not redriven. docs/operators/operations.md lists what to do for each reason.',
      );
    }
  });
}
