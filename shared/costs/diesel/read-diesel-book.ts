import * as v from 'valibot';
import { type DieselBook, dieselBookSchema } from './diesel-book.ts';
import type { DieselReader } from './diesel-store.ts';

/** The stored book is none; the message says where. */
export class BrokenDieselBookError extends Error {
  override readonly name = 'BrokenDieselBookError';
}

/** The book in force, or undefined before the first week was recorded. @throws BrokenDieselBookError */
export async function readDieselBook(shelf: DieselReader): Promise<DieselBook | undefined> {
  const stored = await shelf.book();
  if (stored === undefined) return undefined;
  const parsed = v.safeParse(dieselBookSchema, stored);
  if (parsed.success) return parsed.output;
  const [first] = parsed.issues;
  throw new BrokenDieselBookError(`${v.getDotPath(first) ?? ''}: ${first.message}`);
}
