import { createHash } from 'node:crypto';

/** An array or an object of which a part is written. */
interface OpenContainer {
  readonly container: Readonly<Record<string | number, unknown>>;
  /** Sorted; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/** The hash gets text in parts of this many UTF-16 units: a call for each value costs more than its hashing. */
const CHUNK_UNITS = 16_384;

/**
 * SHA-256 (hex) of a parsed JSON value, whatever the order of its members and the spaces between them. Without
 * recursion, because a body can be nested deeper than the call stack, and without a copy of the body in memory.
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

/** As JSON has it. Short for numbers, which are the most that a body can hold. */
function scalarText(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : JSON.stringify(value);
}
