import type { Organization } from '../../shared/accounts/organizations/organization.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { cellToBytes } from '../../shared/market/cells/market-cell.ts';
import { importLoadFile } from '../../shared/market/importing/import-load-file.ts';
import type { LoadFileState } from '../../shared/market/importing/load-file-state.ts';
import type { LoadFilePorts, ReadingSizes } from '../../shared/market/importing/read-load-file.ts';
import type { OutgoingMessage } from '../../shared/platform/sqs/sqs-message-queue.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import type { ImportOutcome } from '../../shared/uploads/import-upload.ts';
import { readUploadMessage, type Upload } from '../../shared/uploads/upload-message.ts';
import { resumeImports } from '../../shared/uploads/waiting-imports.ts';
import { createInMemoryMarket } from './in-memory-market.ts';
import { createInMemoryObjects, type InMemoryObjects } from './in-memory-objects.ts';

/** The columns of a file of loads. */
export const LOADS_HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';

/** A valid row. */
export const goodRow = (day: number, contributor = 'a', rate = '650'): string =>
  `2026-10-${String(day).padStart(2, '0')},APM Terminals Pier 400,Ontario,CA,91761,40HC,${rate},true,${contributor}`;

/** The smallest steps: one row each. */
export const SMALL_STEPS: ReadingSizes = { request: 256, part: 1, chunk: 1, rejected: 1 };

const terminals = buildEmbeddedDirectory(loadTerminals());

/** The state of an import in the record of its upload. */
export const importOf = (objects: InMemoryObjects, key: string) =>
  JSON.parse(objects.text(`${key}.upload.json`)).import;

/**
 * Uploads in memory.
 * @param fail called before each call of bucket and market; it may throw.
 */
export function uploadsUnderTest(fail: (call: string) => void = () => {}) {
  const objects = createInMemoryObjects(fail);
  const market = createInMemoryMarket(fail);
  const organizations = new Map<string, Pick<Organization, 'status' | 'erasingSince'>>();
  let written = 0;
  const ports = (): LoadFilePorts => ({
    objects,
    store: market,
    findOrganization: async (orgId) => organizations.get(orgId),
    terminals: async () => terminals,
    dieselFor: async () => dieselFor,
    places: createEmbeddedGeocoder(),
    roadDistances: createEmbeddedRoadDistances(),
    now: () => new Date('2026-10-21T09:00:00Z'),
    hasTime: () => true,
  });
  const upload = (key: string, content: string | Uint8Array): Upload => {
    written += 1;
    return {
      key,
      tag: objects.put(key, content),
      length: Buffer.from(content).length,
      sequencer: String(written).padStart(4, '0'),
    };
  };
  const run = (
    of: Upload,
    over: Partial<LoadFilePorts> = {},
    sizes?: ReadingSizes,
  ): Promise<ImportOutcome<LoadFileState>> => importLoadFile({ ...ports(), ...over }, of, sizes);
  /** Resumes an organization's waiting imports, as `freight org resume` does. Returns the outcomes of their runs. */
  const resume = async (orgId: string, over: Partial<LoadFilePorts> = {}, sizes?: ReadingSizes) => {
    const sent: string[] = [];
    const send = async ([message]: readonly OutgoingMessage[]) => {
      sent.push(message?.body ?? '');
      return [];
    };
    await resumeImports(objects, { send }, orgId);
    const outcomes: string[] = [];
    for (const body of sent) {
      const of = readUploadMessage(body);
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
    /** The result of an import as its record has it. */
    result: (key: string): Record<string, unknown> => {
      const { phase, tag, owner, rows, rejected, listed, columns, reason, code, ...state } = importOf(
        objects,
        key,
      );
      const { startedAt, finishedAt, added, known, warnings, note } = state;
      const result = { state: phase, owner, rows, added, known, rejected, listed, columns, reason, code };
      return JSON.parse(JSON.stringify({ ...result, warnings, note, startedAt, finishedAt, etag: tag }));
    },
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
