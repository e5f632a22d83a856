import type { Command } from 'commander';
import * as v from 'valibot';
import { timeSpan } from './arguments.ts';
import { CommandFailedError } from './failures.ts';
import { tableLines } from './printing.ts';
import type { Session } from './session.ts';

/** `freight clock ...` and `freight schedule ...`: the time of the local service. */
export function addLocalCommands(program: Command, session: Session): void {
  const report = ({ now, aheadMs }: { now: string; aheadMs: number }) => session.report({ now, aheadMs });
  const clock = program.command('clock').description('Read and move the clock of the local service');
  clock
    .command('show')
    .description('Show the time, and how far it is ahead of this machine')
    .action(() => session.workOnLocal(async ({ clock }) => report(await clock.read())));
  clock
    .command('advance')
    .argument('<duration>', 'such as 8d, 12h, 5m or 90s', timeSpan)
    .description('Move the clock forward; each schedule that is due in between runs once')
    .action((ms: number) => session.workOnLocal(async ({ clock }) => report(await clock.advance(ms))));
  clock
    .command('reset')
    .description('Reset the clock to the time of this machine')
    .action(() => session.workOnLocal(async ({ clock }) => report(await clock.reset())));

  const schedule = program.command('schedule').description('List and run schedules of the local service');
  schedule
    .command('list')
    .description('List the schedules with their next run')
    .action(() =>
      session.workOnLocal(async ({ schedules }) => {
        const listed = await schedules.list();
        session.report(listed, tableLines(listed, ['name', 'expression', 'next']));
      }),
    );
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
    session.report(ended.payload, [`${name} succeeded: ${JSON.stringify(ended.payload)}`]);
  });
}
