import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import type { Provisioning } from '../../../shared/accounts/provisioning/provisioning.ts';
import type { ReadUsagePorts } from '../../../shared/accounts/usage/read-usage.ts';
import type { Backups } from '../../../shared/operations/backups/backups.ts';
import type { ObjectStore } from '../../../shared/platform/s3/object-store.ts';
import type { StrategyStore } from '../../../shared/quotes/strategy/strategy-store.ts';
import type { TerminalWritePorts } from '../../../shared/terminals/snapshots/terminal-write-ports.ts';
import type { Alarms } from '../connection/aws-alarms.ts';
import type { FailedEventQueues } from '../connection/aws-failed-events.ts';
import type { Connection } from '../connection/connection.ts';

import type { LocalClock } from '../connection/local-clock.ts';
import type { LocalSchedules } from '../connection/local-schedules.ts';
import type { ServedMarket } from '../connection/market-management.ts';
import type { OrganizationDataAccess } from '../connection/organization-data.ts';
import type { SearchIndex } from '../connection/search-index.ts';
import type { SearchNetwork } from '../connection/search-release.ts';
import type { SearchParts } from '../connection/search-status.ts';
import type { DeployedEnvironment } from '../connection/teardown.ts';

/** What a command uses: the parts of the service that the options name, output and input. */
export interface Session {
  /** Runs a task on organizations, keys, and the work that waits for a resumption. */
  readonly work: (
    task: (provisioning: Provisioning, waiting: Pick<Connection, 'uploads' | 'resumeRfps'>) => Promise<void>,
  ) => Promise<void>;
  /** Runs a task on terminals. */
  readonly workOnTerminals: (task: (terminals: TerminalWritePorts) => Promise<void>) => Promise<void>;
  /** Runs a task on the search index of terminals. */
  readonly workOnSearchIndex: (task: (index: SearchIndex) => Promise<void>) => Promise<void>;
  /** Runs a task on the state of the search. */
  readonly workOnSearch: (task: (parts: SearchParts) => Promise<void>) => Promise<void>;
  /** Runs a task on usage. */
  readonly workOnUsage: (task: (usage: ReadUsagePorts) => Promise<void>) => Promise<void>;
  /** Runs a task on pricing strategies, organizations and terminals. */
  readonly workOnStrategies: (
    task: (
      strategies: StrategyStore,
      provisioning: Provisioning,
      terminals: Pick<TerminalWritePorts, 'store'>,
    ) => Promise<void>,
  ) => Promise<void>;
  /** Runs a task on counts of quotes, on copies from a restored table, and on organizations. */
  readonly workOnQuotes: (
    task: (parts: Pick<Connection, 'recounts' | 'quoteCopies' | 'provisioning'>) => Promise<void>,
  ) => Promise<void>;
  /** Runs a task on diesel prices. */
  readonly workOnDiesel: (task: (diesel: Connection['diesel']) => Promise<void>) => Promise<void>;
  /** Runs a task on the market and organizations. */
  readonly workOnMarket: (
    task: (market: ServedMarket, provisioning: Provisioning) => Promise<void>,
  ) => Promise<void>;
  /**
   * Runs a task on the upload bucket and organizations.
   * @throws CommandFailedError for the local service.
   */
  readonly workOnUploads: (
    task: (objects: ObjectStore, provisioning: Provisioning) => Promise<void>,
  ) => Promise<void>;
  /** Runs a task on the schedules of the local service; undefined for a deployment. */
  readonly workOnSchedules: (task: (schedules: LocalSchedules | undefined) => Promise<void>) => Promise<void>;
  /** Runs a task on event queues. */
  readonly workOnEvents: (
    task: (parts: Pick<Connection, 'queues' | 'provisioning' | 'localApi'>) => Promise<void>,
  ) => Promise<void>;
  /** Runs a task on the data of organizations. */
  readonly workOnOrganizationData: (
    task: (data: OrganizationDataAccess, provisioning: Provisioning) => Promise<void>,
  ) => Promise<void>;
  /**
   * Runs a task on the backups of a deployment.
   * @throws CommandFailedError for the local service.
   */
  readonly workOnBackups: (task: (backups: Backups) => Promise<void>) => Promise<void>;
  /**
   * Runs a task on the failed events of a deployment.
   * @throws CommandFailedError for the local service.
   */
  readonly workOnFailedEvents: (task: (failedEvents: FailedEventQueues) => Promise<void>) => Promise<void>;
  /**
   * Runs a task on the alarms of a deployment.
   * @throws CommandFailedError for the local service.
   */
  readonly workOnAlarms: (task: (alarms: Alarms) => Promise<void>) => Promise<void>;
  /**
   * Runs a task on the network of the search domain of a deployment.
   * @throws CommandFailedError for the local service.
   */
  readonly workOnSearchNetwork: (task: (network: SearchNetwork) => Promise<void>) => Promise<void>;
  /** Runs a task on a deployment as a whole; its stacks need not exist. */
  readonly workOnEnvironment: (
    environment: EnvironmentName,
    app: string | undefined,
    task: (environment: DeployedEnvironment) => Promise<void>,
  ) => Promise<void>;
  /** Runs a task on the clock of the local service; undefined for a deployment. */
  readonly workOnClock: (task: (clock: LocalClock | undefined) => Promise<void>) => Promise<void>;
  /** Prints a result: `value` with --json, else the lines. */
  readonly report: (value: unknown, lines: readonly string[]) => void;
  /** Prints progress or a warning to standard error. */
  readonly notify: (line: string) => void;
  /** Asks the user; undefined if standard input is not a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /**
   * Shows progress. On a terminal, `bar` replaces the previous one and "" clears it. Otherwise prints `line` if present.
   * Prints nothing with --json.
   */
  readonly progress: (bar: string, line?: string) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** Resolves when the user presses Ctrl-C. */
  readonly interrupted: () => Promise<void>;
}
