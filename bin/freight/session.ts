import type { Command } from 'commander';
import type { Connection } from './connection/connection.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { progressBar, textOf } from './printing.ts';

export interface CliContext {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Replaces the last line on the terminal; absent if standard error is not a terminal. */
  readonly redrawLine?: (text: string) => void;
  readonly connect: (environment: string | undefined, notify: (line: string) => void) => Promise<Connection>;
  /** Asks the user a question; absent if standard input is not a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  readonly pause: (ms: number) => Promise<void>;
  /** Resolves when the user interrupts the command with Ctrl-C. */
  readonly interrupted: () => Promise<void>;
}

/** What a command uses: the service that the options name, output and input. */
export type Session = ReturnType<typeof createSession>;

/** The session of one run. Reads the options `--environment` and `--json` of the program when a command runs. */
export function createSession(program: Command, context: CliContext) {
  let shownStep = '';
  const options = () => program.opts<{ environment?: string; json?: true }>();

  const work = async <Result>(task: (service: Connection) => Promise<Result>): Promise<Result> => {
    const service = await context.connect(options().environment, context.printError);
    try {
      return await task(service);
    } finally {
      service.close();
    }
  };
  const workOn =
    <Part extends 'deployment' | 'local'>(part: Part, rejection: string) =>
    (task: (part: NonNullable<Connection[Part]>, service: Connection) => Promise<void>): Promise<void> =>
      work(async (service) => {
        const found = service[part];
        if (found === undefined) throw new CommandFailedError(rejection);
        await task(found, service);
      });

  return {
    pause: context.pause,
    interrupted: context.interrupted,
    environment: () => options().environment,
    work,
    workOnDeployment: workOn(
      'deployment',
      'Only a deployment has this: the local service does not. Name a deployment with --environment.',
    ),
    workOnLocal: workOn(
      'local',
      'This command works only with the local service. Start it with npm start, and omit --environment.',
    ),
    /** Prints a result: the value with --json, else the lines. */
    report: (value: unknown, lines: readonly string[] = textOf(value)) => {
      for (const line of options().json ? [JSON.stringify(value)] : lines) context.print(line);
    },
    notify: context.printError,
    /**
     * Shows progress: on a terminal as a bar that replaces the previous one, and "" clears it; otherwise as a line for each
     * tenth of a phase. Prints nothing with --json. @param share from 0 to 1.
     */
    progress: (text: string, share?: number) => {
      if (options().json) return;
      const bar = share === undefined ? text : `${progressBar(share)}  ${text}`;
      const step = `${text.replaceAll(/\d+/g, '')} ${Math.floor((share ?? 0) * 10)}`;
      if (context.redrawLine !== undefined) context.redrawLine(bar);
      else if (text !== '' && step !== shownStep) context.printError(`${text} ...`);
      shownStep = step;
    },
    /** Requires the name of what a command deletes, as an option or typed at a prompt. */
    confirm: async (name: string, given: string | undefined, what: string): Promise<void> => {
      if (given === undefined && context.ask === undefined) {
        throw new UsageError(`${what} Use --confirm ${name} to continue.`);
      }
      const typed = given ?? (await context.ask?.(`${what} Type ${name} to continue: `))?.trim();
      if (typed === name) return;
      throw new CommandFailedError(`"${typed ?? ''}" is not ${name}. Nothing was deleted.`);
    },
  };
}
