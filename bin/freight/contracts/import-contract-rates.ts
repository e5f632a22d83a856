import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type {
  CreateContractRatesBody,
  CreateContractRatesResponse,
  FreightClient,
} from '../../../clients/typescript/src/index.ts';
import { fieldInRate, groupBody, groupKey, rateGroups } from '../../../shared/contracts/files/rate-groups.ts';
import { type RateRow, readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { PartialFailureError } from '../failures/command-errors.ts';
import type { ApiOptions } from '../session/api-service.ts';
import { callApi } from '../session/call-api.ts';
import { explainedFile } from '../session/csv-file.ts';
import { entersTenth, progressBar } from '../session/progress-bar.ts';
import type { Session } from '../session/session.ts';

/** A rejected row of the file. */
interface RejectedRow {
  /** As in a spreadsheet, from 1. */
  readonly line: number;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

type Status = CreateContractRatesResponse['rates'][number]['status'];

/**
 * Writes the valid rates of a CSV file. The Idempotency-Keys come from the content of the file, so that a repeated command
 * writes no rate twice.
 * @throws PartialFailureError if rows were rejected, after the others were written.
 */
export async function importContractRates(
  session: Session,
  file: string,
  options: ApiOptions,
): Promise<void> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw explainedFile(file, error);
  });
  const rows = rowsOf(file, bytes);
  const digest = createHash('sha256').update(bytes).digest('hex');
  await callApi(session, options, async (client) => {
    const counts: Record<Status, number> = { created: 0, replaced: 0, unchanged: 0 };
    const rejected: RejectedRow[] = [];
    let overlaps = 0;
    let sent = 0;
    for (const [at, group] of rateGroups(rows).entries()) {
      const { answer, isReplay } = await send(client, group, groupKey(digest, at));
      for (const { status } of answer.rates) counts[isReplay ? 'unchanged' : status] += 1;
      rejected.push(...answer.rejected.map(({ index, errors }) => rejectedRow(group[index], errors)));
      overlaps += answer.overlaps.total;
      const share = (count: number) => count / rows.length;
      const isTenth = entersTenth(share(sent + group.length), sent === 0 ? undefined : share(sent));
      sent += group.length;
      const text = `${sent} of ${rows.length} rates`;
      session.progress(`${progressBar(share(sent))}  ${text}`, isTenth ? `${text} ...` : undefined);
    }
    session.progress('');
    session.report({ ...counts, overlaps, rejected }, [
      `${counts.created} rates created, ${counts.replaced} replaced, ${counts.unchanged} unchanged, ${rejected.length} rejected.`,
      ...(overlaps === 0 ? [] : [`${overlaps} pairs of rates for the same lane overlap in time.`]),
      ...rejected.flatMap(({ line, errors }) =>
        errors.map(({ field, message }) => `  line ${line}: ${field} ${message}`),
      ),
    ]);
    if (rejected.length > 0) {
      throw new PartialFailureError(`${rejected.length} of ${rows.length} rates were rejected.`);
    }
  });
}

function rowsOf(file: string, bytes: Uint8Array): readonly RateRow[] {
  try {
    return readRateFile(bytes);
  } catch (error) {
    throw explainedFile(file, error);
  }
}

/** Writes a group. A replay is the answer of an earlier command, which wrote the rates. */
async function send(client: FreightClient, group: readonly RateRow[], idempotencyKey: string) {
  const { data, response } = await client.contractRates
    .create(groupBody(group) as unknown as CreateContractRatesBody, { idempotencyKey })
    .withResponse();
  return { answer: data, isReplay: response.headers.get('Idempotency-Replayed') === 'true' };
}

const rejectedRow = (row: RateRow | undefined, errors: RejectedRow['errors']): RejectedRow => ({
  line: row?.number ?? 0,
  errors: errors.map(({ field, message }) => ({ field: fieldInRate(field), message })),
});
