import { CustomResource, Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { TERMINAL_INDEX_VERSION } from '../../shared/terminals/indexing/opensearch-index-version.ts';
import { REINDEX_TERMINALS } from '../functions/search-functions.ts';

export interface TerminalIndexProps {
  /** ARN of the function that builds indexes. */
  readonly builder: string;
  /** ARN of the domain: another one is empty. */
  readonly domain: string;
}

/** Asks for a search index, at the first deployment, and at one whose code makes indexes otherwise. */
export class TerminalIndex extends Construct {
  constructor(scope: Construct, id: string, { builder, domain }: TerminalIndexProps) {
    super(scope, id);
    new CustomResource(this, 'Build', {
      resourceType: 'Custom::TerminalIndex',
      serviceToken: builder,
      // It answers after a minute at the latest: this is for one that died.
      serviceTimeout: Duration.seconds(REINDEX_TERMINALS.timeoutSeconds),
      properties: { version: TERMINAL_INDEX_VERSION, domain },
    });
  }
}
