import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import type { Provisioning } from '../../../shared/accounts/provisioning/provisioning.ts';
import type { ReadUsagePorts } from '../../../shared/accounts/usage/read-usage.ts';
import type { DieselManagement } from '../../../shared/costs/diesel/diesel-management.ts';
import type { Backups } from '../../../shared/operations/backups/backups.ts';
import type { ObjectStore } from '../../../shared/platform/s3/object-store.ts';
import type { QuoteRecounts } from '../../../shared/quotes/counts/quote-recount.ts';
import type { StrategyStore } from '../../../shared/quotes/strategy/strategy-store.ts';
import type { TerminalManagement } from '../../../shared/terminals/snapshots/terminal-management.ts';
import type { Alarms } from '../connection/aws-alarms.ts';
import type { FailedEventQueues } from '../connection/aws-failed-events.ts';
import type { Connection } from '../connection/connection.ts';

import type { LocalClock } from '../connection/local-clock.ts';
import type { LocalSchedules } from '../connection/local-schedules.ts';
import type { MarketManagement } from '../connection/market-management.ts';
import type { OrganizationDataAccess } from '../connection/organization-data.ts';
import type { SearchIndex } from '../connection/search-index.ts';
import type { SearchParts } from '../connection/search-status.ts';
import type { DeployedEnvironment } from '../connection/teardown.ts';

/** What a command sees of the run it is part of. */
export interface Session {
  /** Does a command's work on the service that the command line names; `uploads` only of a deployment. */
  readonly work: (
    task: (provisioning: Provisioning, uploads: Connection['uploads']) => Promise<void>,
  ) => Promise<void>;
  /** Does a command's work on the terminals of that service. */
  readonly workOnTerminals: (task: (terminals: TerminalManagement) => Promise<void>) => Promise<void>;
  /** Has its search index of terminals built anew. */
  readonly workOnSearchIndex: (task: (index: SearchIndex) => Promise<void>) => Promise<void>;
  /** Reads the state of its search. */
  readonly workOnSearch: (task: (parts: SearchParts) => Promise<void>) => Promise<void>;
  /** Reads usage of that service. */
  readonly workOnUsage: (task: (usage: ReadUsagePorts) => Promise<void>) => Promise<void>;
  /** Does a command's work on the pricing strategies of that service, and who they may be of. */
  readonly workOnStrategies: (
    task: (strategies: StrategyStore, provisioning: Provisioning) => Promise<void>,
  ) => Promise<void>;
  /** Does a command's work on the counts of quotes of that service. */
  readonly workOnQuotes: (task: (recounts: QuoteRecounts) => Promise<void>) => Promise<void>;
  /** Does a command's work on the diesel prices of that service. */
  readonly workOnDiesel: (task: (diesel: DieselManagement) => Promise<void>) => Promise<void>;
  /** Does a command's work on the market of that service, and who its loads may be of. */
  readonly workOnMarket: (
    task: (market: MarketManagement, provisioning: Provisioning) => Promise<void>,
  ) => Promise<void>;
  /**
   * Does a command's work on files that a deployment brings in by itself, and whose they may be.
   * @throws CommandFailedError for the service on this machine.
   */
  readonly workOnUploads: (
    task: (objects: ObjectStore, provisioning: Provisioning) => Promise<void>,
  ) => Promise<void>;
  /** Does a command's work on its schedules; undefined where it does not run on this machine. */
  readonly workOnSchedules: (task: (schedules: LocalSchedules | undefined) => Promise<void>) => Promise<void>;
  /** Does a command's work on events and what becomes of them. */
  readonly workOnEvents: (
    task: (parts: Pick<Connection, 'queues' | 'provisioning' | 'localApi'>) => Promise<void>,
  ) => Promise<void>;
  /** Does a command's work on all that is held of organizations. */
  readonly workOnOrganizationData: (
    task: (data: OrganizationDataAccess, provisioning: Provisioning) => Promise<void>,
  ) => Promise<void>;
  /**
   * Does a command's work on the backups of a deployment.
   * @throws CommandFailedError for the service on this machine, which has none.
   */
  readonly workOnBackups: (task: (backups: Backups) => Promise<void>) => Promise<void>;
  /**
   * Does a command's work on what a deployment has given up.
   * @throws CommandFailedError for the service on this machine.
   */
  readonly workOnFailedEvents: (task: (failedEvents: FailedEventQueues) => Promise<void>) => Promise<void>;
  /**
   * Does a command's work on the alarms of a deployment.
   * @throws CommandFailedError for the service on this machine, which has none.
   */
  readonly workOnAlarms: (task: (alarms: Alarms) => Promise<void>) => Promise<void>;
  /** Does a command's work on a deployment as a whole, whether its stacks are there or not. */
  readonly workOnEnvironment: (
    environment: EnvironmentName,
    app: string | undefined,
    task: (environment: DeployedEnvironment) => Promise<void>,
  ) => Promise<void>;
  /** Reads and moves its clock; undefined where it does not run on this machine. */
  readonly workOnClock: (task: (clock: LocalClock | undefined) => Promise<void>) => Promise<void>;
  /** Prints a result: `value` as JSON where that was asked for, else the lines. */
  readonly report: (value: unknown, lines: readonly string[]) => void;
  /** Prints progress or a warning to standard error. */
  readonly notify: (line: string) => void;
  /** Asks the user; undefined where nobody can be asked. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /**
   * Shows how far a command is: on a terminal `bar`, over the one before, "" to clear it; elsewhere `line`, where there
   * is one; nothing beside JSON.
   */
  readonly progress: (bar: string, line?: string) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** Resolves when the user has had enough of a command that goes on. */
  readonly interrupted: () => Promise<void>;
}
