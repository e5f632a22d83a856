/** Value range of one field of a cron expression. */
export interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names of the numbers, starting at `min`. */
  readonly names?: readonly string[];
}

export class ScheduleExpressionError extends Error {
  override readonly name = 'ScheduleExpressionError';
}

/**
 * Parses a field: `*`, `5`, `1-5`, `0/15`, `10-30/5`, names, and lists of these. Returns undefined for all numbers.
 * @throws ScheduleExpressionError
 */
export function readCronField(field: CronField, text: string): ReadonlySet<number> | undefined {
  if (text === '*' || text === '?') return undefined;
  return new Set(text.split(',').flatMap((part) => readPart(field, part)));
}

function readPart(field: CronField, part: string): number[] {
  const match = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part);
  if (match === null) throw invalid(field, part);
  const [, first = '', last, every] = match;
  const from = first === '*' ? field.min : readNumber(field, first);
  const open = first === '*' || every !== undefined;
  const to = last === undefined ? (open ? field.max : from) : readNumber(field, last);
  const step = every === undefined ? 1 : Number(every);
  if (step < 1 || (first === '*' && last !== undefined)) throw invalid(field, part);
  return wrapped(field, from, to).filter((_, index) => index % step === 0);
}

/** Numbers of a range, which wraps around if the first is greater: FRI-MON. */
function wrapped({ min, max }: CronField, from: number, to: number): number[] {
  const count = to >= from ? to - from + 1 : max - from + 1 + (to - min + 1);
  return Array.from({ length: count }, (_, index) => {
    const value = from + index;
    return value > max ? value - (max - min + 1) : value;
  });
}

function readNumber(field: CronField, text: string): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  const number = named >= 0 ? field.min + named : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= field.min && number <= field.max)) throw invalid(field, text);
  return number;
}

const invalid = ({ name, min, max }: CronField, text: string) =>
  new ScheduleExpressionError(`"${text}" is not a valid ${name} (${min}-${max})`);
