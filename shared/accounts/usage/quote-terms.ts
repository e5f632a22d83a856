/** The terms under which an organization may create quotes. */
export interface QuoteTerms {
  /** Whether billing information is on file. */
  readonly billing: boolean;
  /** Maximum quotes per calendar month (UTC) in each mode; absent = no limit. */
  readonly quoteLimit?: number;
}

/** Port: quote terms of organizations. */
export interface QuoteTermsReader {
  /** Strongly consistent; undefined if the organization is unknown. */
  read(orgId: string): Promise<QuoteTerms | undefined>;
}
