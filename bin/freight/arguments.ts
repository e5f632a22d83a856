import { InvalidArgumentError, Option } from 'commander';
import { KEY_MODES } from '../../shared/platform/account/account.ts';

/** A parser of an argument that accepts what `read` does not answer with undefined. */
export const parsed =
  <Value>(read: (text: string) => Value | undefined, rule: string) =>
  (text: string, _previous?: unknown): Value => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(rule);
    return value;
  };

export const wholeNumber = parsed(
  (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  'It must be a whole number.',
);

/** A whole number in a range, both ends included. */
export const numberFrom = (min: number, max: number) =>
  parsed(
    (text) =>
      /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
    `It must be from ${min} to ${max}.`,
  );

/** Names with commas between them, each once and in the order of `names`. */
export const namesOf = <Name extends string>(names: readonly Name[]) =>
  parsed(
    (text) => {
      const given = text.split(',').map((name) => name.trim());
      const isKnown = given.every((name) => names.some((known) => known === name));
      return isKnown ? names.filter((name) => given.includes(name)) : undefined;
    },
    `Use one or more of: ${names.join(', ')}.`,
  );

export const httpUrl = parsed((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}, 'It must be an http or https URL.');

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;

/** Milliseconds of a duration such as "8d", "12h", "5m" or "90s". */
export const timeSpan = parsed((text) => {
  const [, count = '', unit = ''] = /^(\d{1,9})([dhms])$/.exec(text) ?? [];
  return Number(count) * UNITS[unit as keyof typeof UNITS] || undefined;
}, 'It must be a duration such as 8d, 12h, 5m or 90s.');

export const modeOption = (description: string) =>
  new Option('--mode <mode>', description).choices([...KEY_MODES]);

/** Help text with example commands, for `addHelpText('after', ...)`. */
export const example = (...commands: readonly string[]): string =>
  ['', commands.length === 1 ? 'Example:' : 'Examples:', ...commands.map((line) => `  $ ${line}`)].join('\n');

/** The arguments of `option` for the time to which tables are restored. */
export const restoreTime = [
  '--at <moment>',
  'time to restore to, such as 2026-11-20T08:00:00Z (default: the latest)',
  parsed((text) => {
    const at = new Date(/^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? text : Number.NaN);
    return Number.isNaN(at.getTime()) ? undefined : at;
  }, 'It must be a UTC time such as 2026-11-20T08:00:00Z.'),
] as const;
