import type { Command } from 'commander';
import type { Connection } from '../connection/connection.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { CliContext } from './cli-context.ts';
import type { Session } from './session.ts';

/** The session of one run. Reads the options `--environment` and `--json` of the program when a command runs. */
export function createSession(program: Command, context: CliContext): Session {
  const options = () => program.opts<{ environment?: string; json?: true }>();

  const connected = async (task: (connection: Connection) => Promise<void>): Promise<void> => {
    const connection = await context.connect(options().environment, context.printError);
    try {
      await task(connection);
    } finally {
      connection.close();
    }
  };
  /** Runs a task on a part that only a deployment has. */
  const onDeployment =
    <Name extends 'failedEvents' | 'alarms' | 'backups' | 'searchNetwork'>(name: Name, reason: string) =>
    (task: (part: NonNullable<Connection[Name]>) => Promise<void>): Promise<void> =>
      connected(async ({ [name]: part }) => {
        if (part === undefined) {
          throw new CommandFailedError(`${reason}. Name a deployment with --environment.`);
        }
        await task(part);
      });

  return {
    pause: context.pause,
    interrupted: context.interrupted,
    notify: context.printError,
    ask: context.ask,
    report: (value, lines) => {
      for (const line of options().json ? [JSON.stringify(value)] : lines) context.print(line);
    },
    progress: (bar, line) => {
      if (options().json) return;
      if (context.redrawLine !== undefined) context.redrawLine(bar);
      else if (line !== undefined) context.printError(line);
    },
    work: (task) => connected(({ provisioning, ...waiting }) => task(provisioning, waiting)),
    workOnTerminals: (task) => connected(({ terminals }) => task(terminals)),
    workOnSearchIndex: (task) => connected(({ searchIndex }) => task(searchIndex)),
    workOnSearch: (task) =>
      connected(({ terminals, searchIndex, describeSearchDomain }) =>
        task({ terminals, domain: describeSearchDomain, index: searchIndex.status }),
      ),
    workOnUsage: (task) => connected(({ usage }) => task(usage)),
    workOnStrategies: (task) =>
      connected(({ strategies, provisioning, terminals }) => task(strategies, provisioning, terminals)),
    workOnQuotes: (task) => connected(task),
    workOnDiesel: (task) => connected(({ diesel }) => task(diesel)),
    workOnMarket: (task) => connected(({ market, provisioning }) => task(market, provisioning)),
    workOnUploads: (task) =>
      connected(async ({ uploads, provisioning }) => task(await uploads(), provisioning)),
    workOnEvents: (task) => connected(task),
    workOnOrganizationData: (task) => connected(({ data, provisioning }) => task(data, provisioning)),
    workOnFailedEvents: onDeployment('failedEvents', 'The local service writes failed events to its log'),
    workOnAlarms: onDeployment('alarms', 'The local service has no alarms'),
    workOnBackups: onDeployment('backups', 'The local service has no backups'),
    workOnSearchNetwork: onDeployment('searchNetwork', 'The local service has no network'),
    workOnEnvironment: async (environment, app, task) => {
      const deployment = await context.connectDeployment(environment, context.printError, app);
      try {
        await task(deployment);
      } finally {
        deployment.close();
      }
    },
    workOnSchedules: (task) => connected(({ schedules }) => task(schedules)),
    workOnClock: (task) => connected(({ clock }) => task(clock)),
  };
}
