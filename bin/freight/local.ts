import type { Command } from 'commander';
import * as v from 'valibot';
import { timeSpan } from './arguments.ts';
import type { Connection } from './connection/connection.ts';
import { CommandFailedError } from './connection/failures.ts';
import type { Session } from './session.ts';

type LocalService = NonNullable<Connection['local']>;

/** `freight clock ...` and `freight schedule ...`: the time of the local service. */
export function addLocalCommands(program: Command, session: Session): void {
  const clock = program.command('clock').description('Read and move the clock of the local service');
  const onClock = (act: (clock: LocalService['clock'], ms: number) => Promise<unknown>) => (ms: number) =>
    session.workOnLocal(async ({ clock }) => session.report(await act(clock, ms)));
  clock
    .command('show')
    .description('Show the time, and how far it is ahead of this machine')
    .action(onClock(({ read }) => read()));
  clock
    .command('advance')
    .argument('<duration>', 'such as 8d, 12h, 5m or 90s', timeSpan)
    .description('Move the clock forward; each schedule that is due in between runs once')
    .action(onClock(({ advance }, ms) => advance(ms)));
  clock
    .command('reset')
    .description('Reset the clock to the time of this machine')
    .action(onClock(({ reset }) => reset()));

  const schedule = program.command('schedule').description('List and run schedules of the local service');
  schedule
    .command('list')
    .description('List the schedules with their next run')
    .action(() => session.workOnLocal(async ({ schedules }) => session.report(await schedules.list())));
  schedule
    .command('run <name>')
    .description('Run a schedule now and wait until it ends')
    .action((name: string) => runSchedule(session, name));
}

/** The result of a run that did not do its work. */
const unsuccessful = v.object({ outcome: v.picklist(['skipped', 'failed']), reason: v.string() });

async function runSchedule(session: Session, name: string): Promise<void> {
  await session.workOnLocal(async ({ schedules }) => {
    const ended = await schedules.run(name);
    if (ended === undefined) {
      const names = (await schedules.list()).map((listed) => listed.name).join(', ');
      throw new CommandFailedError(`Unknown schedule "${name}". Use one of: ${names || 'none'}.`);
    }
    if (ended.outcome !== 'returned') {
      const { outcome, ...detail } = ended;
      throw new CommandFailedError(`${name} ${outcome}. ${Object.values(detail).join(': ')}`.trim());
    }
    const parsed = v.safeParse(unsuccessful, ended.payload);
    if (parsed.success) {
      const { outcome, reason } = parsed.output;
      const did = outcome === 'failed' ? 'failed' : 'did nothing';
      throw new CommandFailedError(`${name} ${did}: ${reason}.`);
    }
    session.report(ended.payload);
  });
}
