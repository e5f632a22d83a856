import type { Command, Option } from 'commander';
import type { Block } from './read-blocks.ts';

/** A command of a shell block. */
export interface ShownCommand {
  readonly at: string;
  /** Without comments; continued lines are joined. */
  readonly line: string;
}

export const commandsOf = (blocks: readonly Block[]): ShownCommand[] =>
  blocks
    .filter(({ kind }) => kind === 'shell')
    .flatMap(({ at, text }) =>
      text
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .map((line) => ({ at, line: line.replace(/(^|\s)#.*$/, '').trim() }))
        .filter(({ line }) => line !== ''),
    );

const WORDS = /"[^"]*"|'[^']*'|\S+/g;
const END = /^([|;)]|&&|\d?>+)/;

/** The words after `freight` in a command; undefined if it does not call the command line. */
export function freightWords({ line }: ShownCommand): string[] | undefined {
  const [, rest] = /(?:npm run -s freight --|(?:^|\$\()freight) (.*)$/.exec(line) ?? [];
  if (rest === undefined) return undefined;
  const words = rest.match(WORDS) ?? [];
  const end = words.findIndex((word) => END.test(word));
  return end === -1 ? words : words.slice(0, end);
}

/** What the command line does not know of a command; undefined if it knows all. */
export function freightFault(program: Command, words: readonly string[]): string | undefined {
  let command = program;
  let options: readonly Option[] = program.options;
  const operands: string[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? '';
    if (word.startsWith('-')) {
      const [flag = ''] = word.split('=');
      const option = options.find(({ short, long }) => flag === short || flag === long);
      if (option === undefined && flag !== '--help') return `${command.name()} has no option ${flag}`;
      if (option !== undefined && (option.required || option.optional) && flag === word) place += 1;
      continue;
    }
    const inner = command.commands.find((each) => each.name() === word);
    if (inner === undefined) operands.push(word);
    else {
      command = inner;
      options = [...options, ...inner.options];
    }
  }
  if (command.commands.length > 0 && !words.includes('--help')) {
    return `${command.name()} has no command ${operands[0] ?? ''}`;
  }
  return operandFault(command, operands.length, words.includes('--help'));
}

function operandFault(command: Command, count: number, isHelp: boolean): string | undefined {
  const { registeredArguments: known } = command;
  const required = isHelp ? 0 : known.filter((argument) => argument.required).length;
  const most = known.some((argument) => argument.variadic) ? Number.POSITIVE_INFINITY : known.length;
  if (count >= required && count <= most) return undefined;
  return `${command.name()} has ${count} arguments, not ${required} to ${most}`;
}
