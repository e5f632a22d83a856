import { once } from 'node:events';
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { BYTE_ORDER_MARK, type SheetRow } from '../../../shared/platform/files/csv-rows.ts';
import {
  type Rejection,
  rejectedRowLine,
  rejectedRowsHeader,
} from '../../../shared/platform/files/rejected-rows.ts';

/** File of the rows that an import rejected: line, reason, wrong cell and row. Created at the first rejected row. */
export class RejectedRows {
  readonly path: string;
  readonly #header: readonly string[];
  #stream: WriteStream | undefined;
  #count = 0;

  /** Deletes the file of an earlier import. */
  constructor(path: string, header: readonly string[]) {
    this.path = path;
    this.#header = header;
    rmSync(path, { force: true });
  }

  get count(): number {
    return this.#count;
  }

  async add(row: SheetRow, why: Rejection): Promise<void> {
    this.#count += 1;
    if (this.#stream === undefined) {
      this.#stream = createWriteStream(this.path);
      await once(this.#stream, 'open');
      await this.#write(`${BYTE_ORDER_MARK}${rejectedRowsHeader(this.#header)}`);
    }
    await this.#write(rejectedRowLine(row, why));
  }

  async close(): Promise<void> {
    if (this.#stream === undefined) return;
    this.#stream.end();
    await once(this.#stream, 'close');
  }

  async #write(line: string): Promise<void> {
    if (this.#stream?.write(line) === false) await once(this.#stream, 'drain');
  }
}
