import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  EXPORT_FILE_NAMES,
  EXPORT_FILES,
  EXPORT_FORMAT,
} from '../../../shared/operations/organization-data/export-organization.ts';
import {
  exportedOrganization,
  type ImportSource,
} from '../../../shared/operations/organization-data/import-organization.ts';
import type { OrganizationRecord } from '../../../shared/operations/organization-data/organization-record.ts';
import { readItemLine } from '../../../shared/operations/organization-data/stored-item.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { MANIFEST } from './export-folder.ts';

/** Records of a page. */
const PAGE = 100;

const file = v.object({ records: v.number(), sha256: v.string() });
const manifestSchema = v.object({
  format: v.literal(EXPORT_FORMAT),
  orgId: v.pipe(v.string(), v.regex(/^org_[0-9A-Za-z]+$/)),
  environment: v.string(),
  files: v.object(Object.fromEntries(EXPORT_FILE_NAMES.map((name) => [name, file]))),
});

/** A validated export folder. */
export interface ImportFolder extends ImportSource {
  /** Source: "prod", "local". */
  readonly environment: string;
  /** Number of records in each file. */
  readonly records: Readonly<Record<string, number>>;
}

/**
 * Reads and validates an export folder completely.
 * @throws CommandFailedError with the file, and the line if there is one, for the first fault.
 */
export async function readImportFolder(folder: string): Promise<ImportFolder> {
  const path = (name: keyof typeof EXPORT_FILES) => join(folder, EXPORT_FILES[name]);
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new CommandFailedError(
      `${join(folder, MANIFEST)} cannot be read. The folder has no complete export.`,
    );
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!parsed.success) {
    const at = parsed.issues[0].path?.map(({ key }) => String(key)).join('.') ?? '';
    throw new CommandFailedError(`${join(folder, MANIFEST)}: ${at} ${parsed.issues[0].message}`);
  }
  const { orgId, environment, files } = parsed.output;
  const organization = await validateItems(path('items'), orgId);
  for (const name of EXPORT_FILE_NAMES) {
    if ((await sha256Of(path(name))) !== files[name]?.sha256) {
      throw new CommandFailedError(`${path(name)} is not the file that was exported: its SHA-256 differs.`);
    }
  }
  return {
    orgId,
    environment,
    organization,
    fingerprint: files.items?.sha256 ?? '',
    records: Object.fromEntries(Object.entries(files).map(([name, { records }]) => [name, records])),
    async *pages() {
      let page: OrganizationRecord[] = [];
      for await (const { record } of recordsOf(path('items'), orgId)) {
        page.push(record);
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
  };
}

/** Lines of a file. Node's readline also ends lines at U+2028 and U+2029, which JSON texts can contain. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of createReadStream(path, 'utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The records of the file of items, with their lines. @throws CommandFailedError for an invalid line. */
async function* recordsOf(
  path: string,
  orgId: string,
): AsyncGenerator<{ record: OrganizationRecord; line: number }> {
  let line = 0;
  for await (const text of linesOf(path)) {
    line += 1;
    const record = readItemLine(text, orgId);
    if (typeof record === 'string') throw new CommandFailedError(`${path}:${line}: ${record}.`);
    yield { record, line };
  }
}

/**
 * Validates every line.
 * @returns the stored item of the organization.
 */
async function validateItems(path: string, orgId: string): Promise<OrganizationRecord['item']> {
  let organization: OrganizationRecord['item'] | undefined;
  // An export writes responses of receivers right before their delivery, so this stays small.
  const unowned = new Map<unknown, number>();
  try {
    for await (const { record, line } of recordsOf(path, orgId)) {
      const { kind, key, item } = record;
      if (kind === 'receiver-answer') unowned.set(key.pk, line);
      if (kind === 'delivery') unowned.delete(key.pk);
      if (kind !== 'organization') continue;
      if (organization !== undefined) throw new CommandFailedError(`${path}:${line}: a second organization.`);
      organization = item;
      try {
        exportedOrganization(item);
      } catch (error) {
        throw new CommandFailedError(`${path}:${line}: ${error instanceof Error ? error.message : error}.`);
      }
    }
  } catch (error) {
    if (Object(error).code !== 'ENOENT') throw error;
    throw new CommandFailedError(`${path} does not exist.`);
  }
  const [line] = unowned.values();
  if (line !== undefined) throw new CommandFailedError(`${path}:${line}: the response has no delivery.`);
  if (organization === undefined) throw new CommandFailedError(`${path}: the file has no organization.`);
  return organization;
}

async function sha256Of(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const bytes of createReadStream(path)) hash.update(bytes);
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}
