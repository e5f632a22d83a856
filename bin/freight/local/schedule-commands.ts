import type { Command } from 'commander';
import {
  describeUnsuccessful,
  type LocalSchedules,
  type ScheduledRun,
} from '../connection/local-schedules.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { tableLines } from '../session/table.ts';

/** `freight schedule ...`: schedules of the local service. */
export function addScheduleCommands(program: Command, session: Session): void {
  const schedule = program.command('schedule').description('List and run schedules of the local service');

  schedule
    .command('list')
    .description('List the schedules with their next run')
    .addHelpText('after', example('freight schedule list'))
    .action(() =>
      withSchedules(session, async (schedules) => {
        const listed = await schedules.list();
        const rows = listed.map(({ name, expression, next }) => [name, expression, next ?? 'never']);
        session.report(listed, tableLines(['name', 'schedule', 'next run'], rows));
      }),
    );

  schedule
    .command('run <name>')
    .description('Run a schedule now and wait until it ends')
    .addHelpText('after', example('freight schedule run refresh-diesel'))
    .action((name: string) =>
      withSchedules(session, async (schedules) => {
        const ended = await schedules.run(name);
        if (ended === undefined) {
          const names = (await schedules.list()).map((listed) => listed.name).join(', ');
          throw new CommandFailedError(`Unknown schedule "${name}". Use one of: ${names || 'none'}.`);
        }
        if (ended.outcome !== 'returned') throw new CommandFailedError(`${name} ${failureText(ended)}`);
        const unsuccessful = describeUnsuccessful(ended.payload);
        if (unsuccessful !== undefined) throw new CommandFailedError(`${name} ${unsuccessful}.`);
        session.report(ended.payload, [`${name} succeeded: ${JSON.stringify(ended.payload)}`]);
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
        'Only schedules of the local service can be run here. In a deployment, invoke the function with the AWS CLI.',
      );
    }
    await task(schedules);
  });
}

function failureText(ended: Exclude<ScheduledRun, { outcome: 'returned' }>): string {
  switch (ended.outcome) {
    case 'failed':
      return `failed: ${ended.errorType}: ${ended.errorMessage}`;
    case 'crashed':
      return `crashed: ${ended.detail}`;
    case 'timed-out':
      return 'timed out.';
    case 'throttled':
      return 'was throttled: too many runs are queued.';
  }
}
