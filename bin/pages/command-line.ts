import type { Command } from 'commander';
import { createProgram } from '../freight/program.ts';
import type { CliContext } from '../freight/session.ts';

const unused = (): never => {
  throw new Error('A list of commands connects to nothing.');
};

const CONTEXT: CliContext = {
  print: unused,
  printError: unused,
  connect: unused,
  pause: unused,
  interrupted: unused,
};

/** A line for each command below this one: its arguments and options, and what it does. */
function linesOf(command: Command, path: string): string[] {
  if (command.commands.length > 0) {
    return command.commands.flatMap((each) => linesOf(each, `${path} ${each.name()}`));
  }
  const words = command.registeredArguments.map((each) =>
    each.required ? `<${each.name()}>` : `[${each.name()}]`,
  );
  const options = command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
  return [`- \`${[path, ...words, ...options].join(' ')}\`: ${command.description()}.`];
}

/** The page of all commands of the operator's command line. */
export function commandLinePage(): string {
  const { commands } = createProgram(CONTEXT, unused);
  const groups = Map.groupBy(commands, (command) => command.helpGroup() ?? '');
  const sections = [...groups].map(
    ([title, group]) =>
      `## ${title.replace(':', '')}\n\n${group.flatMap((each) => linesOf(each, each.name())).join('\n')}`,
  );
  return `# Command line

Run each command as \`npm run -s freight -- COMMAND\`. By default it works on the service of this machine; with \`--environment dev\` (\`staging\`, \`prod\`, \`emulator\`), on that deployment. \`--json\` prints results and errors as JSON. \`--help\` after a command describes its options and shows an example. [Operations](operations.md) describes when to use a command.

Exit codes: 0 success; 1 failure, with the reason and the next step on standard error; 2 wrong usage.

${sections.join('\n\n')}
`;
}
