/** What decides whether an organization may make a quote. */
export interface QuoteTerms {
  /** Whether billing information is on file. */
  readonly billing: boolean;
  /** Quotes that may be made in a calendar month (UTC), in each mode; absent = any number. */
  readonly quoteLimit?: number;
}

/** Port: the terms of organizations. */
export interface QuoteTermsReader {
  /** Strongly consistent; undefined when there is no such organization. */
  read(orgId: string): Promise<QuoteTerms | undefined>;
}
