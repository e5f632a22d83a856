import type { ColumnChoice } from '../../../../shared/sheets/table.ts';
import { IGNORE } from '../../../../shared/sheets/table-header.ts';
import { readList, storeList } from '../files/stored-list.ts';
import type { MappedFile } from './mapped-files.ts';

/** Meanings that a person stated for files with the same headers. They have no cell of a file. */
interface Remembered {
  readonly organization: string;
  /** Different headers in their order by letters. */
  readonly headers: readonly string[];
  readonly choice: ColumnChoice;
}

const nameOf = ({ name }: MappedFile): string => `freight-${name}-columns`;
const MAX_REMEMBERED = 50;

const keyOf = (organization: string, headers: readonly string[]): string =>
  JSON.stringify([organization, [...new Set(headers)].sort()]);

/** The choices of this browser, the latest first. */
const readAll = (kind: MappedFile) =>
  readList<Remembered>(
    nameOf(kind),
    (stored) =>
      typeof stored?.organization === 'string' &&
      Array.isArray(stored.headers) &&
      typeof stored.choice === 'object' &&
      stored.choice !== null,
  );

/** What the organization stated last for these headers; {} if it stated nothing. */
export function rememberedChoice(
  kind: MappedFile,
  organization: string,
  headers: readonly string[],
): ColumnChoice {
  const key = keyOf(organization, headers);
  const found = readAll(kind).find((one) => keyOf(one.organization, one.headers) === key);
  // A later version of the console can have other meanings.
  const known = Object.entries(found?.choice ?? {}).filter(
    ([, as]) => as === IGNORE || Object.hasOwn(kind.file.meanings, as),
  );
  return Object.fromEntries(known);
}

/** Remembers a choice for these headers; an empty one is forgotten. */
export function rememberChoice(
  kind: MappedFile,
  organization: string,
  headers: readonly string[],
  choice: ColumnChoice,
): void {
  const key = keyOf(organization, headers);
  const others = readAll(kind).filter((one) => keyOf(one.organization, one.headers) !== key);
  const own =
    Object.keys(choice).length > 0 ? [{ organization, headers: [...new Set(headers)].sort(), choice }] : [];
  storeList(nameOf(kind), [...own, ...others].slice(0, MAX_REMEMBERED));
}
