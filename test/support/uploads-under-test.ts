import type { Organization } from '../../shared/accounts/organizations/organization.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { cellToBytes } from '../../shared/market/cells/market-cell.ts';
import { importUpload, type UploadOutcome } from '../../shared/market/uploads/import-upload.ts';
import type { ReadingSizes, UploadPorts } from '../../shared/market/uploads/read-upload.ts';
import type { Upload } from '../../shared/market/uploads/upload-ports.ts';
import { isResumption, readResumption, resumeUploads } from '../../shared/market/uploads/waiting-uploads.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { createInMemoryMarket } from './in-memory-market.ts';
import { createInMemoryObjects } from './in-memory-objects.ts';

/** The columns of a file of loads. */
export const LOADS_HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';

/** A valid row. */
export const goodRow = (day: number, contributor = 'a', rate = '650'): string =>
  `2026-10-${String(day).padStart(2, '0')},APM Terminals Pier 400,Ontario,CA,91761,40HC,${rate},true,${contributor}`;

/** The smallest steps: one row each. */
export const SMALL_STEPS: ReadingSizes = { request: 256, part: 1, chunk: 1, rejected: 1 };

const terminals = buildEmbeddedDirectory(loadTerminals());

/**
 * Uploads in memory.
 * @param fail called before each call of bucket and market; it may throw.
 */
export function uploadsUnderTest(fail: (call: string) => void = () => {}) {
  const objects = createInMemoryObjects(fail);
  const market = createInMemoryMarket(fail);
  const organizations = new Map<string, Pick<Organization, 'status' | 'erasingSince'>>();
  let runs = 0;
  let written = 0;
  const ports = (): UploadPorts => {
    runs += 1;
    return {
      objects,
      store: market,
      findOrganization: async (orgId) => organizations.get(orgId),
      terminals: async () => terminals,
      dieselFor: async () => dieselFor,
      places: createEmbeddedGeocoder(),
      roadDistances: createEmbeddedRoadDistances(),
      now: () => new Date('2026-10-21T09:00:00Z'),
      run: `run ${runs}`,
      hasTime: () => true,
    };
  };
  const upload = (key: string, content: string | Uint8Array): Upload => {
    written += 1;
    return {
      key,
      tag: objects.put(key, content),
      length: Buffer.from(content).length,
      sequencer: String(written),
    };
  };
  const run = (of: Upload, over: Partial<UploadPorts> = {}, sizes?: ReadingSizes): Promise<UploadOutcome> =>
    importUpload({ ...ports(), ...over }, of, sizes);
  /** Resumes an organization's waiting imports, as `freight org resume` does. Returns the outcomes of their runs. */
  const resume = async (orgId: string, over: Partial<UploadPorts> = {}, sizes?: ReadingSizes) => {
    const before = new Set(objects.all.keys());
    const count = await resumeUploads(objects, orgId);
    const started = [...objects.all.keys()].filter((key) => isResumption(key) && !before.has(key));
    if (started.length !== count)
      throw new Error(`${count} imports were started by ${started.length} objects`);
    const outcomes: string[] = [];
    for (const key of started) {
      const of = await readResumption(objects, key);
      if (of !== undefined) outcomes.push((await run(of, over, sizes)).outcome);
    }
    return outcomes;
  };
  return {
    objects,
    market,
    organizations,
    resume,
    /** Uploads a file. Returns the upload of its event. */
    upload,
    run,
    result: (key: string): Record<string, unknown> => JSON.parse(objects.text(`${key}.result.json`)),
    progress: (key: string): Record<string, unknown> => JSON.parse(objects.text(`${key}.progress.json`)),
    /** All cells with loads, as hexadecimal strings. */
    cells: (): ReadonlyMap<string, string> =>
      new Map(
        [...market.allCells]
          .filter(([, { cell }]) => cell.weeks.size > 0)
          .map(([key, { cell }]) => [key, Buffer.from(cellToBytes(cell)).toString('hex')] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
  };
}
