import type { Command } from 'commander';
import type { AlarmNow } from '../connection/aws-alarms.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';

/** `freight alarms` and `freight dashboard`: the CloudWatch alarms and dashboard of a deployment. */
export function addAlarmCommands(program: Command, session: Session): void {
  program
    .command('alarms')
    .description('List active alarms of a deployment with impact and runbook page')
    .option('--all', 'also list alarms that are not active')
    .addHelpText('after', example('freight --environment prod alarms --all'))
    .action(({ all = false }: { readonly all?: boolean }) => showAlarms(session, all));

  program
    .command('dashboard')
    .description('Show the URL and the contents of the dashboard of a deployment')
    .addHelpText('after', example('freight --environment prod dashboard'))
    .action(() => showDashboard(session));
}

async function showAlarms(session: Session, all: boolean): Promise<void> {
  await session.workOnAlarms(async (alarms) => {
    const [found, dashboard] = await Promise.all([alarms.all(), alarms.dashboard()]);
    if (found.length === 0) {
      throw new CommandFailedError(
        'The deployment has no alarms: its stacks are not deployed in this account and region.',
      );
    }
    const active = found.filter(({ state }) => state === 'ALARM');
    const inactive = all ? found.filter(({ state }) => state !== 'ALARM') : [];
    const report = { alarms: found.length, active, ...(all ? { inactive } : {}), dashboard };
    session.report(report, [
      `Active alarms: ${active.length} of ${found.length}`,
      ...active.flatMap(describeAlarm),
      ...inactive.map(({ name, state }) => `  ${state === 'OK' ? 'OK     ' : 'NO DATA'}  ${name}`),
      `Dashboard: ${dashboard}`,
    ]);
  });
}

async function showDashboard(session: Session): Promise<void> {
  await session.workOnAlarms(async (alarms) => {
    const [widgets, dashboard] = await Promise.all([alarms.shown(), alarms.dashboard()]);
    session.report({ dashboard, widgets }, [
      dashboard,
      ...widgets.flatMap((part) => ('graph' in part ? [`  ${part.graph}`] : ['', ...part.text.split('\n')])),
    ]);
  });
}

const describeAlarm = ({ name, since, text }: AlarmNow): string[] => [
  `  ALARM    ${name}, since ${since}`,
  ...text.split(/ (?=Impact: |Runbook: )/).map((part) => `           ${part}`),
];
