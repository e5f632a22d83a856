import { Command } from 'commander';
import type { EnvironmentName } from '../../lib/settings/environments.ts';
import { addSearchCommands } from './catalogue/search-commands.ts';
import { addTerminalCommands } from './catalogue/terminal-commands.ts';
import type { Connection } from './connection/connection.ts';
import type { DeployedEnvironment } from './connection/teardown.ts';
import { CommandFailedError } from './failures/command-errors.ts';
import { explainFailure } from './failures/explain-failure.ts';
import { addClockCommands } from './local/clock-commands.ts';
import { addScheduleCommands } from './local/schedule-commands.ts';
import { addAlarmCommands } from './operations/alarm-commands.ts';
import { addBackupCommands } from './operations/backup-commands.ts';
import { addDlqCommands } from './operations/dlq-commands.ts';
import { addFailedEventCommands } from './operations/failed-event-commands.ts';
import { addTeardownCommand } from './operations/teardown-command.ts';
import { addDieselCommands } from './pricing/diesel-commands.ts';
import { addMarketCommands } from './pricing/market/market-commands.ts';
import { addQuoteCommands } from './pricing/quote-commands.ts';
import { addRateCommands } from './pricing/rate-commands.ts';
import { addStrategyCommands } from './pricing/strategy-commands.ts';
import type { Session } from './session/session.ts';
import { addKeyCommands } from './tenants/key-commands.ts';
import { addOrgCommands } from './tenants/org-commands.ts';
import { addUsageCommands } from './tenants/usage-commands.ts';
import { addEventCommands } from './webhooks/event-commands.ts';
import { addListenCommand } from './webhooks/listen-command.ts';

/** Where a command's words go, and how it reaches the service. */
export interface CliContext {
  /** Results, a line at a time. */
  readonly print: (line: string) => void;
  /** Progress and failures. */
  readonly complain: (line: string) => void;
  /** Draws over what it drew before; absent where failures do not go to a terminal. */
  readonly drawOver?: (text: string) => void;
  readonly connect: (environment: string | undefined, notify: (line: string) => void) => Promise<Connection>;
  /** Reaches a deployment as a whole. @param app a synthesized cloud assembly. */
  readonly reach: (
    environment: EnvironmentName,
    notify: (line: string) => void,
    app: string | undefined,
  ) => Promise<DeployedEnvironment>;
  /** Asks the user; absent where nobody is at the keyboard. */
  readonly ask?: (question: string) => Promise<string>;
  readonly pause: (ms: number) => Promise<void>;
  /** Resolves when the user has had enough: Ctrl-C. */
  readonly stopped: () => Promise<void>;
}

/**
 * Runs one command of the operator's command line.
 * @returns the exit code: 0 done, 1 refused, 2 misused.
 */
export async function runFreight(args: readonly string[], surroundings: CliContext): Promise<number> {
  const { print, complain } = surroundings;
  const program = new Command('freight')
    .description('Operates the freight pricing service: the one that runs here, or a deployment.')
    .option('--environment <name>', 'work on a deployment instead of the local service')
    .option('--json', 'print JSON')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => complain(text.trimEnd()),
    });

  const connected = async (task: (connection: Connection) => Promise<void>): Promise<void> => {
    const { environment } = program.opts<{ environment?: string }>();
    const connection = await surroundings.connect(environment, complain);
    try {
      await task(connection);
    } finally {
      connection.close();
    }
  };
  /** Work on what only a deployment has. */
  const ofDeployment =
    <Name extends 'failedEvents' | 'alarms' | 'backups'>(name: Name, refusal: string) =>
    (task: (part: NonNullable<Connection[Name]>) => Promise<void>): Promise<void> =>
      connected(async ({ [name]: part }) => {
        if (part === undefined) {
          throw new CommandFailedError(`${refusal}: name a deployment with --environment.`);
        }
        await task(part);
      });
  const isJson = () => program.opts().json === true;
  const session: Session = {
    pause: surroundings.pause,
    stopped: surroundings.stopped,
    complain,
    ask: surroundings.ask,
    report: (value, lines) => {
      for (const line of isJson() ? [JSON.stringify(value)] : lines) print(line);
    },
    progress: (bar, line) => {
      if (isJson()) return;
      if (surroundings.drawOver !== undefined) surroundings.drawOver(bar);
      else if (line !== undefined) complain(line);
    },
    work: (task) => connected(({ provisioning, uploads }) => task(provisioning, uploads)),
    workOnTerminals: (task) => connected(({ terminals }) => task(terminals)),
    workOnSearchIndex: (task) => connected(({ searchIndex }) => task(searchIndex)),
    workOnSearch: (task) =>
      connected(({ terminals, searchIndex, describeSearchDomain }) =>
        task({ terminals, domain: describeSearchDomain, index: searchIndex.status }),
      ),
    workOnUsage: (task) => connected(({ usage }) => task(usage)),
    workOnStrategies: (task) => connected(({ strategies, provisioning }) => task(strategies, provisioning)),
    workOnQuotes: (task) => connected(({ recounts }) => task(recounts)),
    workOnDiesel: (task) => connected(({ diesel }) => task(diesel)),
    workOnMarket: (task) => connected(({ market, provisioning }) => task(market, provisioning)),
    workOnUploads: (task) =>
      connected(async ({ uploads, provisioning }) => {
        if (uploads === undefined) {
          const refusal = 'The service on this machine has no bucket: leave out --upload, or';
          throw new CommandFailedError(`${refusal} name a deployment with --environment.`);
        }
        await task(await uploads(), provisioning);
      }),
    workOnEvents: (task) => connected(task),
    workOnOrganizationData: (task) => connected(({ data, provisioning }) => task(data, provisioning)),
    workOnFailedEvents: ofDeployment('failedEvents', 'The local service writes failed events to its log'),
    workOnAlarms: ofDeployment('alarms', 'The service on this machine has no alarms'),
    workOnBackups: ofDeployment('backups', 'The service on this machine has no backups'),
    workOnEnvironment: async (environment, app, task) => {
      const reached = await surroundings.reach(environment, complain, app);
      try {
        await task(reached);
      } finally {
        reached.close();
      }
    },
    workOnSchedules: (task) => connected(({ schedules }) => task(schedules)),
    workOnClock: (task) => connected(({ clock }) => task(clock)),
  };
  addOrgCommands(program, session);
  addKeyCommands(program, session);
  addTerminalCommands(program, session);
  addSearchCommands(program, session);
  addUsageCommands(program, session);
  addStrategyCommands(program, session);
  addQuoteCommands(program, session);
  addRateCommands(program, session);
  addDieselCommands(program, session);
  addMarketCommands(program, session);
  addScheduleCommands(program, session);
  addEventCommands(program, session);
  addListenCommand(program, session);
  addDlqCommands(program, session);
  addClockCommands(program, session);
  addAlarmCommands(program, session);
  addFailedEventCommands(program, session);
  addBackupCommands(program, session);
  addTeardownCommand(program, session);

  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const { exitCode, text } = explainFailure(error);
    if (text !== undefined) complain(text);
    return exitCode;
  }
}
