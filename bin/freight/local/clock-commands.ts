import type { Command } from 'commander';
import type { ClockReading, LocalClock } from '../connection/local-clock.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { timeSpan } from '../session/arguments.ts';
import { spanText } from '../session/clock-text.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';

/** `freight clock ...`: the clock of the local service. */
export function addClockCommands(program: Command, session: Session): void {
  const clock = program.command('clock').description('Read and move the clock of the local service');

  clock
    .command('show')
    .description('Show the time, and how far it is ahead of this machine')
    .addHelpText('after', example('freight clock show'))
    .action(() => withClock(session, (local) => local.read()));

  clock
    .command('advance')
    .argument('<duration>', 'such as 8d, 12h, 5m or 90s', timeSpan)
    .description('Move the clock forward; each schedule that is due in between runs once')
    .addHelpText('after', example('freight clock advance 8d'))
    .action((ms: number) => withClock(session, (local) => local.advance(ms)));

  clock
    .command('reset')
    .description('Reset the clock to the time of this machine')
    .addHelpText('after', example('freight clock reset'))
    .action(() => withClock(session, (local) => local.reset()));
}

async function withClock(
  session: Session,
  task: (clock: LocalClock) => Promise<ClockReading>,
): Promise<void> {
  await session.workOnClock(async (clock) => {
    if (clock === undefined) {
      throw new CommandFailedError('Only the local service has a clock that can be moved.');
    }
    const reading = await task(clock);
    const { now, aheadMs } = reading;
    session.report(reading, [
      `${now}  ${aheadMs === 0 ? 'the time of this machine' : `${spanText(aheadMs)} ahead`}`,
    ]);
  });
}
