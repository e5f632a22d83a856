import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import { type ListedTerminal, terminalEntries } from '../catalogue/listed-terminal.ts';

/** Maximum size of unpacked content, far above any list of terminals. */
const MAX_BYTES = 128 * 1024 * 1024;

const contentSchema = v.pipe(
  v.array(
    v.object({
      ...terminalEntries,
      id: v.optional(v.string()),
      formerNames: v.optional(v.array(v.string())),
      closed: v.optional(v.boolean()),
    }),
  ),
  v.minLength(1),
);

/** A snapshot that must not be put in service. The message has the reason, without data. */
export class BrokenSnapshotError extends Error {
  override readonly name = 'BrokenSnapshotError';
}

export interface PackedTerminals {
  readonly content: Uint8Array;
  readonly sha256: string;
}

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** Packs a list of terminals. Equal lists have equal hashes. */
export function packTerminals(terminals: readonly ListedTerminal[]): PackedTerminals {
  const json = JSON.stringify(terminals);
  const content = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { content, sha256: sha256(json) };
}

/**
 * Unpacks what `packTerminals` packed.
 * @param count number of packed terminals.
 * @throws BrokenSnapshotError if it is damaged, too large, or not a list of `count` terminals.
 */
export function unpackTerminals(packed: PackedTerminals, count: number): readonly ListedTerminal[] {
  const parsed = v.safeParse(contentSchema, readJson(packed));
  if (!parsed.success) {
    const [first] = parsed.issues;
    throw new BrokenSnapshotError(`${v.getDotPath(first) ?? 'the list'}: expected ${first.expected}`);
  }
  if (parsed.output.length !== count) {
    throw new BrokenSnapshotError(`${parsed.output.length} terminals instead of ${count}`);
  }
  return parsed.output;
}

function readJson({ content, sha256: expected }: PackedTerminals): unknown {
  try {
    const json = brotliDecompressSync(content, { maxOutputLength: MAX_BYTES });
    if (sha256(json) !== expected) throw new BrokenSnapshotError('content does not match its hash');
    return JSON.parse(json.toString());
  } catch (error) {
    if (error instanceof BrokenSnapshotError) throw error;
    throw new BrokenSnapshotError('content cannot be unpacked', { cause: error });
  }
}
