import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import type { Connection } from '../connection/connection.ts';
import type { DeployedEnvironment } from '../connection/teardown.ts';

/** Input and output of the command line, and how it connects to a service. */
export interface CliContext {
  /** Prints a line of a result to standard output. */
  readonly print: (line: string) => void;
  /** Prints progress or an error to standard error. */
  readonly printError: (line: string) => void;
  /** Replaces the last line on the terminal; absent if standard error is not a terminal. */
  readonly redrawLine?: (text: string) => void;
  readonly connect: (environment: string | undefined, notify: (line: string) => void) => Promise<Connection>;
  /** Connects to a deployment as a whole. @param app path of a synthesized cloud assembly. */
  readonly connectDeployment: (
    environment: EnvironmentName,
    notify: (line: string) => void,
    app: string | undefined,
  ) => Promise<DeployedEnvironment>;
  /** Asks the user a question; absent if standard input is not a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  readonly pause: (ms: number) => Promise<void>;
  /** Resolves when the user interrupts the command with Ctrl-C. */
  readonly interrupted: () => Promise<void>;
}
