import type { Command } from 'commander';
import { createProgram } from '../freight/program.ts';
import type { CliContext } from '../freight/session.ts';

/** Columns of the printed help, for any terminal. */
const WIDTH = 100;

const unused = (): never => {
  throw new Error('The help connects to nothing.');
};

/** The page of all commands of the operator's command line, from their help. */
export function commandLinePage(): string {
  const printed: string[] = [];
  const context: CliContext = {
    print: (text) => printed.push(text),
    printError: unused,
    connect: unused,
    connectDeployment: unused,
    pause: unused,
    interrupted: unused,
  };
  const help = (command: Command): string => {
    printed.length = 0;
    command.configureOutput({ getOutHelpWidth: () => WIDTH, getOutHasColors: () => false }).outputHelp();
    return `\`\`\`text\n${printed.join('\n').trim()}\n\`\`\``;
  };
  const program = createProgram(context, unused);
  const section = (command: Command, path: string): string[] => {
    const below = command.commands.filter(({ name }) => name.call(command) !== 'help');
    return below.length === 0
      ? [`## ${path}`, help(command)]
      : below.flatMap((each) => section(each, `${path} ${each.name()}`));
  };
  const commands = program.commands.flatMap((command) => section(command, command.name()));
  return `${[
    '# Command line',
    'The operator works on the service of this machine, or on a deployment, with `npm run -s freight -- COMMAND`. This page prints the help of each command. [Operations](operations.md) describes when to use a command and what it prints.',
    '## freight',
    help(program),
    ...commands,
  ].join('\n\n')}\n`;
}
