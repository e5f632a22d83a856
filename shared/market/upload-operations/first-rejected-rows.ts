import { CsvReader, NO_LIMITS } from '../../platform/files/csv-rows.ts';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import { MAX_LISTED_ROWS, type UploadDocument } from './upload-document.ts';

/** Bytes of the list that are read: more than 20 rows, unless their cells are very long. */
const READ_BYTES = 65_536;

/**
 * The first rows of a list of rejected rows, as many as are complete in its beginning.
 * @param key of the list, see `rejectedRowLine`.
 */
export async function firstRejectedRows(
  objects: Pick<ObjectStore, 'readPart'>,
  key: string,
): Promise<UploadDocument['rejectedRows']> {
  const bytes = await objects.readPart(key, undefined, { offset: 0, length: READ_BYTES });
  if (bytes === undefined) return [];
  const rows: UploadDocument['rejectedRows'] = [];
  for (const { number, cells } of new CsvReader(1, ',', NO_LIMITS).read(Buffer.from(bytes).toString())) {
    if (number === 1) continue;
    const [line, reason = '', header = '', value = ''] = cells;
    rows.push({ line: Number(line), reason, ...(header && { header }), ...(value && { value }) });
    if (rows.length === MAX_LISTED_ROWS) break;
  }
  return rows;
}
