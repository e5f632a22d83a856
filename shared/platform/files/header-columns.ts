import { CsvError } from './csv-rows.ts';

/** Columns with the spellings of their headers, without case, spaces and punctuation. */
type Spellings<Column extends string> = Readonly<Record<Column, readonly string[]>>;

const normalize = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The column that a header names; undefined for other texts. */
export function findColumn<Column extends string>(
  spellings: Spellings<Column>,
  header: string,
): Column | undefined {
  const name = normalize(header);
  const columns = Object.keys(spellings) as Column[];
  return columns.find((column) => spellings[column].some((spelling) => spelling === name));
}

/**
 * The positions of the columns that a header has. Other columns are left out.
 * @throws CsvError if two columns have the same meaning.
 */
export function positionsOf<Column extends string>(
  spellings: Spellings<Column>,
  header: readonly string[],
): ReadonlyMap<Column, number> {
  const positions = new Map<Column, number>();
  for (const [position, name] of header.entries()) {
    const column = findColumn(spellings, name);
    if (column === undefined) continue;
    const other = positions.get(column);
    if (other !== undefined) {
      throw new CsvError(
        `columns "${header[other]}" and "${name}" both mean ${column}: remove or rename one`,
      );
    }
    positions.set(column, position);
  }
  return positions;
}
