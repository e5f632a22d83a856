import type { Command } from 'commander';
import { type LocalSchedules, type ScheduledRun, whyItDidNothing } from '../connection/local-schedules.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';

/** `freight schedule ...`: what the service on this machine does by the clock. */
export function addScheduleCommands(program: Command, session: Session): void {
  const schedule = program.command('schedule').description('what the local service does by the clock');

  schedule
    .command('list')
    .description('print each schedule with its next run')
    .action(() =>
      withSchedules(session, async (schedules) => {
        const listed = await schedules.list();
        const lines = listed.map(
          ({ name, expression, next }) => `${name}  ${expression}  next ${next ?? 'never'}`,
        );
        session.report(listed, lines);
      }),
    );

  schedule
    .command('run <name>')
    .description('run a schedule now and wait for its end')
    .action((name: string) =>
      withSchedules(session, async (schedules) => {
        const ended = await schedules.run(name);
        if (ended === undefined) {
          const names = (await schedules.list()).map((listed) => listed.name).join(', ');
          throw new CommandFailedError(`There is no schedule "${name}". There are: ${names || 'none'}.`);
        }
        if (ended.outcome !== 'returned') throw new CommandFailedError(`${name} ${howItEnded(ended)}`);
        const skipped = whyItDidNothing(ended.payload);
        if (skipped !== undefined) throw new CommandFailedError(`${name} did nothing: ${skipped}.`);
        session.report(ended.payload, [`${name} is done: ${JSON.stringify(ended.payload)}`]);
      }),
    );
}

async function withSchedules(
  session: Session,
  task: (schedules: LocalSchedules) => Promise<void>,
): Promise<void> {
  await session.workOnSchedules(async (schedules) => {
    if (schedules === undefined) {
      throw new CommandFailedError(
        'Schedules are run by hand on this machine only: a deployment has its functions invoked with the AWS command line.',
      );
    }
    await task(schedules);
  });
}

function howItEnded(ended: Exclude<ScheduledRun, { outcome: 'returned' }>): string {
  switch (ended.outcome) {
    case 'failed':
      return `failed: ${ended.errorType}: ${ended.errorMessage}`;
    case 'crashed':
      return `crashed: ${ended.detail}`;
    case 'timed-out':
      return 'ran out of its time.';
    case 'throttled':
      return 'is throttled: too many of its runs wait.';
  }
}
