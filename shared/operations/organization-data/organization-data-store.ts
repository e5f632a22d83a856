import type { OrganizationRecord, OrganizationTable } from './organization-record.ts';

/** How large a table is that is read whole; DynamoDB counts anew every six hours. */
export interface TableSize {
  readonly table: OrganizationTable;
  readonly items: number;
  readonly bytes: number;
}

/** Port: all that the tables hold of one organization, in both modes. */
export interface OrganizationDataStore {
  /**
   * Its records in a table, a page at a time, as of when each page is read. A record that only another one leads to
   * comes in a page before that one's.
   */
  read(table: OrganizationTable, orgId: string): AsyncIterable<readonly OrganizationRecord[]>;
  /** Deletes records in their order; those that are gone already are done. */
  delete(records: readonly OrganizationRecord[]): Promise<void>;
  /** Tables in which only a look at every record finds an organization's. */
  scannedTables(): Promise<readonly TableSize[]>;
}
