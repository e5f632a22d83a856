import type { OrganizationRecord, OrganizationTable } from './organization-record.ts';

/** Port: all records of one organization in both modes. */
export interface OrganizationDataStore {
  /**
   * Reads the records in a table page by page. A record that is found through another record comes in an earlier page
   * than that record.
   */
  read(table: OrganizationTable, orgId: string): AsyncIterable<readonly OrganizationRecord[]>;
  /** Deletes records in groups, the groups in the given order; succeeds for records that do not exist. */
  delete(records: readonly OrganizationRecord[]): Promise<void>;
}
