import type { Command } from 'commander';
import type { AlarmNow } from './aws-alarms.ts';
import { CommandRefusedError } from './failure.ts';
import type { Session } from './session.ts';

/** `freight alarms`: what rings in a deployment, what that means, and where to go on. */
export function addAlarmCommand(program: Command, session: Session): void {
  program
    .command('alarms')
    .description('show what rings in a deployment, what callers do not get, and its page of the runbook')
    .option('--all', 'those that are quiet, too')
    .action(({ all = false }: { readonly all?: boolean }) => showAlarms(session, all));
}

async function showAlarms(session: Session, all: boolean): Promise<void> {
  await session.workOnAlarms(async (alarms) => {
    const [found, dashboard] = await Promise.all([alarms.all(), alarms.dashboard()]);
    if (found.length === 0) {
      throw new CommandRefusedError(
        'It has no alarms: its stacks are not deployed in this account and region.',
      );
    }
    const ringing = found.filter(({ state }) => state === 'ALARM');
    const quiet = all ? found.filter(({ state }) => state !== 'ALARM') : [];
    const report = { alarms: found.length, ringing, ...(all ? { quiet } : {}), dashboard };
    session.report(report, [
      `${ringing.length === 0 ? 'None' : ringing.length} of ${found.length} alarms ${ringing.length > 1 ? 'ring' : 'rings'}.`,
      ...ringing.flatMap(describeAlarm),
      ...quiet.map(({ name, state }) => `  ${state === 'OK' ? 'quiet  ' : 'no data'}  ${name}`),
      `Dashboard: ${dashboard}`,
    ]);
  });
}

const describeAlarm = ({ name, since, text }: AlarmNow): string[] => [
  `  RINGS  ${name}, since ${since}`,
  ...text.split(/ (?=Impact: |Runbook: )/).map((part) => `         ${part}`),
];
