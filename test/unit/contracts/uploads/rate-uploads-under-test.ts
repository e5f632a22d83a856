import type { Organization } from '../../../../shared/accounts/organizations/organization.ts';
import { createContractRatesUseCase } from '../../../../shared/contracts/create-contract-rates.ts';
import { createContractRateIds } from '../../../../shared/contracts/rate/contract-rate-id.ts';
import type {
  ContractRateStore,
  WriteOutcome,
} from '../../../../shared/contracts/record/contract-rate-store.ts';
import { importRateUpload } from '../../../../shared/contracts/uploads/import-rate-upload.ts';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import type { Upload } from '../../../../shared/market/uploads/upload-ports.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import { createInMemoryContractRates } from '../../../support/in-memory-contract-rates.ts';
import { createInMemoryObjects } from '../../../support/in-memory-objects.ts';

export const CALLER = { orgId: 'org_1', mode: 'test' } as const;

export const HEADER =
  'external_id,customer,origin,destination,equipment_type,rate_type,amount,fuel,effective_from,effective_to';

/** A valid row, except for `cells`. */
export const rateRow = (cells: Readonly<Record<string, string | number>> = {}): string => {
  const given: Readonly<Record<string, string | number>> = {
    ...{ origin: 'USSAV', destination: '"Atlanta, GA"', equipment_type: '40HC', rate_type: 'flat' },
    ...{ amount: 850, fuel: 'included', effective_from: '2026-12-01' },
    ...cells,
  };
  return HEADER.split(',')
    .map((column) => given[column] ?? '')
    .join(',');
};

export const rateFile = (...rows: readonly string[]): string => [HEADER, ...rows, ''].join('\n');

const places = createEmbeddedGeocoder();
const directory = buildEmbeddedDirectory(loadTerminals());

/**
 * Imports of contract rates in memory.
 * @param fail called before each call of the bucket and each write of rates; it may throw.
 */
export function rateUploadsUnderTest(fail: (call: string) => void = () => {}) {
  const objects = createInMemoryObjects(fail);
  const rates = createInMemoryContractRates();
  const organizations = new Map<string, Pick<Organization, 'status' | 'erasingSince'>>([
    [CALLER.orgId, { status: 'active' }],
  ]);
  const newRateId = createContractRateIds();
  let at = Date.parse('2026-11-25T12:00:00Z');
  let runs = 0;
  const now = () => {
    at += 1;
    return new Date(at);
  };
  const failing: ContractRateStore = {
    ...rates,
    // One by one, so that a failure leaves a part of a group.
    write: async (account, writes) => {
      const outcomes: WriteOutcome[] = [];
      for (const write of writes) {
        fail('write rate');
        outcomes.push(...(await rates.write(account, [write])));
      }
      return outcomes;
    },
  };
  const call = createContractRatesUseCase({
    ...{ rates, places, newRateId, now },
    terminals: { current: async () => directory },
    answers: { find: async () => undefined },
    rememberAnswer: async () => true,
  });
  const run = (upload: Upload, hasTime: () => boolean = () => true) => {
    runs += 1;
    return importRateUpload(
      {
        ...{ objects, places, newRateId, now, hasTime, run: `run ${runs}` },
        rates: failing,
        terminals: { current: async () => directory },
        findOrganization: async (orgId) => organizations.get(orgId),
      },
      upload,
    );
  };
  return {
    ...{ objects, rates, organizations, run },
    /** Writes rates as a call of the API. */
    call,
    upload: (key: string, content: string): Upload => {
      const tag = objects.put(key, content);
      return { key, tag, length: Buffer.byteLength(content), sequencer: '1' };
    },
    result: (key: string) => JSON.parse(objects.text(`${key}.result.json`)),
    stored: async (account: { orgId: string; mode: 'test' | 'live' } = CALLER) =>
      (await rates.list(account, {}, 100_000)).rates.toReversed(),
  };
}
