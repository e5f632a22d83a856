/** What one field of a cron expression may hold. */
export interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names for the numbers from `least` on. */
  readonly names?: readonly string[];
}

export class ScheduleExpressionError extends Error {
  override readonly name = 'ScheduleExpressionError';
}

/**
 * The numbers that a field allows: `*`, `5`, `1-5`, `0/15`, `10-30/5`, names, and lists of these; undefined for all.
 * @throws ScheduleExpressionError
 */
export function readCronField(field: CronField, text: string): ReadonlySet<number> | undefined {
  if (text === '*' || text === '?') return undefined;
  return new Set(text.split(',').flatMap((part) => readPart(field, part)));
}

function readPart(field: CronField, part: string): number[] {
  const match = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part);
  if (match === null) throw wrong(field, part);
  const [, first = '', last, every] = match;
  const from = first === '*' ? field.least : readNumber(field, first);
  const open = first === '*' || every !== undefined;
  const to = last === undefined ? (open ? field.most : from) : readNumber(field, last);
  const step = every === undefined ? 1 : Number(every);
  if (step < 1 || (first === '*' && last !== undefined)) throw wrong(field, part);
  return wrapped(field, from, to).filter((_, index) => index % step === 0);
}

/** From one to the other, past the end where the first is greater: FRI-MON. */
function wrapped({ least, most }: CronField, from: number, to: number): number[] {
  const count = to >= from ? to - from + 1 : most - from + 1 + (to - least + 1);
  return Array.from({ length: count }, (_, index) => {
    const value = from + index;
    return value > most ? value - (most - least + 1) : value;
  });
}

function readNumber(field: CronField, text: string): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  const number = named >= 0 ? field.least + named : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= field.least && number <= field.most)) throw wrong(field, text);
  return number;
}

const wrong = ({ name, least, most }: CronField, text: string) =>
  new ScheduleExpressionError(`"${text}" is no ${name} (${least}-${most})`);
