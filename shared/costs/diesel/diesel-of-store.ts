import { weeksInForce } from './diesel-book.ts';
import { type DieselLookup, dieselFor, dieselLookup } from './diesel-lookup.ts';
import type { DieselReader } from './diesel-store.ts';
import { readDieselBook } from './read-diesel-book.ts';

/** Diesel prices as recorded; before the first was, those of the bundled table. @throws BrokenDieselBookError */
export async function dieselOfStore(shelf: DieselReader): Promise<DieselLookup> {
  const book = await readDieselBook(shelf);
  return book === undefined ? dieselFor : dieselLookup(weeksInForce(book.weeks));
}
