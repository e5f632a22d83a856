import { type Command, Option } from 'commander';
import { QUEUE_NAMES, type QueueName } from '../../../lib/functions/function-definition.ts';
import { type Redriven, redrive } from '../../../shared/platform/sqs/redrive.ts';
import { CommandRefusedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';

interface RedriveOptions {
  readonly queue?: QueueName;
  readonly dryRun?: true;
  readonly includeRefused?: true;
}

/** `freight deliveries ...`: what operators do with deliveries of webhooks. */
export function addDeliveryCommands(program: Command, session: Session): void {
  const deliveries = program.command('deliveries').description('deliveries of webhooks');

  deliveries
    .command('redrive')
    .description('bring back what could not be worked off: dead letters return to their queues')
    .addOption(new Option('--queue <queue>', 'only those of this one').choices(QUEUE_NAMES))
    .option('--dry-run', 'count them and move none')
    .option('--include-refused', 'those, too, whose message itself was found to be bad')
    .action((options: RedriveOptions) => redriveQueues(session, options));
}

type OfQueue = Redriven & { readonly queue: QueueName };

async function redriveQueues(session: Session, { queue: only, dryRun, includeRefused }: RedriveOptions) {
  await session.workOnEvents(async ({ queues, provisioning: { now } }) => {
    const outcomes: OfQueue[] = [];
    for (const name of only === undefined ? QUEUE_NAMES : [only]) {
      const parts = await queues.withDeadLetters(name);
      const how = { dryRun: dryRun ?? false, includeRefused: includeRefused ?? false, now };
      outcomes.push({ queue: name, ...(await redrive({ ...parts, ...how })) });
    }
    session.report(
      outcomes,
      outcomes.flatMap((outcome) => describe(outcome, dryRun ?? false)),
    );
    const failed = outcomes.filter((outcome) => outcome.failed > 0).map(({ queue }) => queue);
    if (failed.length > 0) {
      throw new CommandRefusedError(`Not all were taken by ${failed.join(', ')}: run it again for those.`);
    }
  });
}

function describe({ queue, moved, refused, failed }: OfQueue, dryRun: boolean): string[] {
  return [
    `${queue}: ${moved} ${dryRun ? 'would be moved back' : 'moved back'}${failed > 0 ? `, ${failed} not taken` : ''}`,
    ...Object.entries(refused).map(
      ([reason, count]) => `  left ${count}: ${reason} (--include-refused moves them)`,
    ),
  ];
}
