import type { Command } from 'commander';
import type { AlarmNow } from '../connection/aws-alarms.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';

/** `freight alarms`: what rings in a deployment, what that means, and where to go on; `freight dashboard`: what it shows. */
export function addAlarmCommands(program: Command, session: Session): void {
  program
    .command('alarms')
    .description('show what rings in a deployment, what callers do not get, and its page of the runbook')
    .option('--all', 'those that are quiet, too')
    .action(({ all = false }: { readonly all?: boolean }) => showAlarms(session, all));

  program
    .command('dashboard')
    .description('say where the dashboard of a deployment is, and what it shows')
    .action(() => showDashboard(session));
}

async function showAlarms(session: Session, all: boolean): Promise<void> {
  await session.workOnAlarms(async (alarms) => {
    const [found, dashboard] = await Promise.all([alarms.all(), alarms.dashboard()]);
    if (found.length === 0) {
      throw new CommandFailedError(
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

async function showDashboard(session: Session): Promise<void> {
  await session.workOnAlarms(async (alarms) => {
    const [shown, dashboard] = await Promise.all([alarms.shown(), alarms.dashboard()]);
    session.report({ dashboard, shown }, [
      dashboard,
      ...shown.flatMap((part) => ('graph' in part ? [`  ${part.graph}`] : ['', ...part.text.split('\n')])),
    ]);
  });
}

const describeAlarm = ({ name, since, text }: AlarmNow): string[] => [
  `  RINGS  ${name}, since ${since}`,
  ...text.split(/ (?=Impact: |Runbook: )/).map((part) => `         ${part}`),
];
