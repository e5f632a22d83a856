import type { Command } from 'commander';
import type { ClockReading, LocalClock } from '../connection/local-clock.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { timeSpan } from '../session/arguments.ts';
import { spanText } from '../session/clock-text.ts';
import type { Session } from '../session/session.ts';

/** `freight clock ...`: the time that the service on this machine goes by. */
export function addClockCommands(program: Command, session: Session): void {
  const clock = program.command('clock').description('the time that the local service goes by');

  clock
    .command('show')
    .description('print the time, and how far it is ahead of this machine')
    .action(() => withClock(session, (local) => local.read()));

  clock
    .command('advance')
    .argument('<duration>', '8d, 12h, 5m or 90s', timeSpan)
    .description('move the time on; schedules whose next moment it passes run once')
    .action((ms: number) => withClock(session, (local) => local.advance(ms)));

  clock
    .command('reset')
    .description('go by the time of this machine again')
    .action(() => withClock(session, (local) => local.reset()));
}

async function withClock(
  session: Session,
  task: (clock: LocalClock) => Promise<ClockReading>,
): Promise<void> {
  await session.workOnClock(async (clock) => {
    if (clock === undefined) {
      throw new CommandFailedError('Only the service on this machine has a clock to move.');
    }
    const reading = await task(clock);
    const { now, aheadMs } = reading;
    session.report(reading, [
      `${now}  ${aheadMs === 0 ? 'the time of this machine' : `${spanText(aheadMs)} ahead`}`,
    ]);
  });
}
