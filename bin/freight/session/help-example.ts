/** Help text with example commands, for `addHelpText('after', ...)`. */
export const example = (...commands: readonly string[]): string =>
  ['', commands.length === 1 ? 'Example:' : 'Examples:', ...commands.map((line) => `  $ ${line}`)].join('\n');
