import { writeFile } from 'node:fs/promises';
import type {
  ContractRate,
  FreightClient,
  ListContractRatesQuery,
} from '../../../clients/typescript/src/index.ts';
import { rateFileHeader, rateLine } from '../../../shared/contracts/files/write-rate-file.ts';
import { BYTE_ORDER_MARK } from '../../../shared/platform/files/csv-rows.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { ApiOptions } from '../session/api-service.ts';
import { callApi } from '../session/call-api.ts';
import type { Session } from '../session/session.ts';
import { rateLines, rateTable } from './contract-rate-text.ts';

export interface FilterOptions extends ApiOptions {
  readonly customer?: string;
  readonly origin?: string;
  readonly destination?: string;
  readonly effectiveOn?: string;
  readonly externalId?: string;
}

/** Rates that the API lists in one page, at most. */
const MAX_PAGE = 1_000;

const queryOf = ({
  customer,
  origin,
  destination,
  effectiveOn,
  externalId,
}: FilterOptions): ListContractRatesQuery => ({
  ...{ customer, origin, destination },
  ...{ effective_on: effectiveOn, external_id: externalId },
});

/** The newest rates of the filter. */
async function readRates(
  client: FreightClient,
  options: FilterOptions,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly ContractRate[]> {
  const rates: ContractRate[] = [];
  if (limit === 0) return rates;
  for await (const rate of client.contractRates.list({
    ...queryOf(options),
    limit: Math.min(limit, MAX_PAGE),
  })) {
    rates.push(rate);
    if (rates.length === limit) break;
  }
  return rates;
}

export interface ListOptions extends FilterOptions {
  readonly limit: number;
}

export const listContractRates = (session: Session, options: ListOptions): Promise<void> =>
  callApi(session, options, async (client) => {
    const rates = await readRates(client, options, options.limit);
    session.report({ rates }, rates.length === 0 ? ['No contract rates found.'] : rateTable(rates));
  });

export interface ExportOptions extends FilterOptions {
  readonly to?: string;
}

/** Prints rates as CSV that an import reads, or writes them to a file. */
export const exportContractRates = (session: Session, options: ExportOptions): Promise<void> =>
  callApi(session, options, async (client) => {
    const rates = await readRates(client, options);
    const csv = `${rateFileHeader}${rates.map(rateLine).join('')}`;
    const { to } = options;
    if (to === undefined) {
      session.report({ csv }, [csv.trimEnd()]);
      return;
    }
    await writeFile(to, `${BYTE_ORDER_MARK}${csv}`).catch((error: unknown) => {
      throw new CommandFailedError(`${to} cannot be written (${Object(error).code}).`);
    });
    session.report({ file: to, rates: rates.length }, [`${rates.length} contract rates are in ${to}.`]);
  });

export interface ShowOptions extends ApiOptions {
  readonly version?: number;
}

export const showContractRate = (session: Session, rateId: string, options: ShowOptions): Promise<void> =>
  callApi(session, options, async (client) => {
    const rate = await client.contractRates.get(rateId, { version: options.version });
    session.report(rate, rateLines(rate));
  });

export const deleteContractRate = (session: Session, rateId: string, options: ApiOptions): Promise<void> =>
  callApi(session, options, async (client) => {
    const deleted = await client.contractRates.delete(rateId);
    session.report(deleted, [`${deleted.rate_id} is deleted. Its versions stay readable.`]);
  });
