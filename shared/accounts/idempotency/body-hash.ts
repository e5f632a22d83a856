import { createHash } from 'node:crypto';

/** An array or object that is partly written. */
interface OpenContainer {
  readonly container: Readonly<Record<string | number, unknown>>;
  /** Sorted; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/** UTF-16 units per call of the hash function. One call per value would cost more than the hashing. */
const CHUNK_UNITS = 16_384;

/**
 * SHA-256 (hex) of a parsed JSON value, independent of member order and white space. Uses no recursion, because a body
 * can be nested deeper than the call stack, and makes no copy of the body.
 */
export function bodyHash(body: unknown): string {
  const hash = createHash('sha256');
  const open: OpenContainer[] = [];
  let text = '';

  const write = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      text += scalarText(value);
      if (open.length > 0) text += ',';
    } else {
      const container = openContainer(value);
      text += container.names ? '{' : '[';
      open.push(container);
    }
  };

  write(body);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    if (top.next < top.length) {
      const name = top.names?.[top.next];
      if (name !== undefined) text += `${JSON.stringify(name)}:`;
      const value = top.container[name ?? top.next];
      top.next += 1;
      write(value);
    } else {
      open.pop();
      text += top.names ? '}' : ']';
      if (open.length > 0) text += ',';
    }
    if (text.length >= CHUNK_UNITS) {
      hash.update(text);
      text = '';
    }
  }
  return hash.update(text).digest('hex');
}

function openContainer(value: object): OpenContainer {
  const container = value as OpenContainer['container'];
  if (Array.isArray(value)) return { container, names: undefined, length: value.length, next: 0 };
  const names = Object.keys(value).sort();
  return { container, names, length: names.length, next: 0 };
}

/** The JSON text of a scalar. Numbers take a fast path, since they are the most frequent values. */
function scalarText(value: unknown): string {
  return Number.isFinite(value) ? String(value) : JSON.stringify(value);
}
