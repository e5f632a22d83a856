import type { HeldRecord, HoldingTable } from './organization-record.ts';

/** How large a table is that is read whole; DynamoDB counts anew every six hours. */
export interface TableSize {
  readonly table: HoldingTable;
  readonly items: number;
  readonly bytes: number;
}

/** Port: all that the tables hold of one organization, in both modes. */
export interface Holdings {
  /**
   * Its records in a table, a page at a time, as of when each page is read. A record that only another one leads to
   * comes in a page before that one's.
   */
  read(table: HoldingTable, orgId: string): AsyncIterable<readonly HeldRecord[]>;
  /** Deletes records in their order; those that are gone already are done. */
  delete(records: readonly HeldRecord[]): Promise<void>;
  /** Tables in which only a look at every record finds an organization's. */
  readWhole(): Promise<readonly TableSize[]>;
}
