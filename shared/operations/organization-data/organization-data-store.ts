import type { OrganizationRecord, OrganizationTable } from './organization-record.ts';

/** Size of a table that is scanned. DynamoDB updates it about every six hours. */
export interface TableSize {
  readonly table: OrganizationTable;
  readonly items: number;
  readonly bytes: number;
}

/** Port: all records of one organization in both modes. */
export interface OrganizationDataStore {
  /**
   * Reads the records in a table page by page. A record that is found through another record comes in an earlier page
   * than that record.
   */
  read(table: OrganizationTable, orgId: string): AsyncIterable<readonly OrganizationRecord[]>;
  /** Deletes records in groups, the groups in the given order; succeeds for records that do not exist. */
  delete(records: readonly OrganizationRecord[]): Promise<void>;
  /** Tables that must be scanned completely, with their sizes. */
  scannedTables(): Promise<readonly TableSize[]>;
}
