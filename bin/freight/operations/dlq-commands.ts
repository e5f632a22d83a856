import { type Command, Option } from 'commander';
import { QUEUE_NAMES, type QueueName } from '../../../functions/definition-types.ts';
import { type Redriven, redrive } from '../../../shared/platform/sqs/redrive.ts';
import { PartialFailureError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';

interface RedriveOptions {
  readonly queue?: QueueName;
  readonly dryRun?: true;
  readonly includeRejected?: true;
}

/** `freight dlq ...`: dead-letter queues of events and deliveries. */
export function addDlqCommands(program: Command, session: Session): void {
  const dlq = program
    .command('dlq')
    .description('Process again events and deliveries that failed repeatedly (dead-letter queues)');

  dlq
    .command('redrive')
    .description('Move messages from dead-letter queues back to their source queues')
    .addOption(new Option('--queue <queue>', 'only this source queue').choices(QUEUE_NAMES))
    .option('--dry-run', 'count the messages and move none')
    .option('--include-rejected', 'also move messages that were rejected because of their content')
    .addHelpText('after', example('freight --environment prod dlq redrive --queue events --dry-run'))
    .action((options: RedriveOptions) => redriveQueues(session, options));
}

type RedrivenQueue = Redriven & { readonly queue: QueueName };

async function redriveQueues(session: Session, { queue: only, dryRun, includeRejected }: RedriveOptions) {
  await session.workOnEvents(async ({ queues, provisioning: { now } }) => {
    const outcomes: RedrivenQueue[] = [];
    for (const name of only === undefined ? QUEUE_NAMES : [only]) {
      const parts = await queues.withDeadLetters(name);
      const options = { dryRun: dryRun ?? false, includeRejected: includeRejected ?? false, now };
      outcomes.push({ queue: name, ...(await redrive({ ...parts, ...options })) });
    }
    session.report(
      outcomes,
      outcomes.flatMap((outcome) => describe(outcome, dryRun ?? false)),
    );
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

function describe({ queue, moved, rejected, failed }: RedrivenQueue, dryRun: boolean): string[] {
  return [
    `${queue}: ${moved} ${dryRun ? 'would be moved' : 'moved'}${failed > 0 ? `, ${failed} failed` : ''}`,
    ...Object.entries(rejected).map(([reason, count]) => `  ${count} not moved: ${reason}`),
  ];
}
