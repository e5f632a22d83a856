import { createHash } from 'node:crypto';
import { rateGroups } from '../files/rate-groups.ts';
import { type FileRate, readFileRates } from '../files/read-rate-file.ts';
import { externalIdentity } from '../record/rate-identity.ts';

/** A file of contract rates as the steps of its import use it. */
export interface FileOfRates {
  readonly header: readonly string[];
  readonly rows: number;
  /** SHA-256 (hex) of the file. */
  readonly digest: string;
  /** Rows by the step that writes them. The same file always has the same groups. */
  readonly groups: readonly (readonly FileRate[])[];
  /** The first row with the customer and external id of a row, by the number of each later row. */
  readonly sameAs: ReadonlyMap<number, number>;
}

/** @throws CsvError, or an error for which `isNotUtf8` is true. */
export function readFileOfRates(bytes: Uint8Array): FileOfRates {
  const { header, rows } = readFileRates(bytes);
  return {
    header,
    rows: rows.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    groups: rateGroups(rows),
    sameAs: laterRows(rows),
  };
}

/** Of rows with one customer and external id, the first one counts, also if it is invalid: all steps agree on that. */
function laterRows(rows: readonly FileRate[]): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const later = new Map<number, number>();
  for (const { number, rate } of rows) {
    const { customer = '', external_id: externalId = '' } = rate;
    const identity = externalIdentity({ customer: String(customer), externalId: String(externalId) });
    if (identity === undefined) continue;
    const before = first.get(identity);
    if (before === undefined) first.set(identity, number);
    else later.set(number, before);
  }
  return later;
}
