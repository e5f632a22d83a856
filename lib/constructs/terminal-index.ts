import { CustomResource, Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { definition as reindexTerminals } from '../../functions/reindex-terminals/definition.ts';
import { TERMINALS_INDEX } from '../../shared/terminals/opensearch/terminals-index.ts';

export interface TerminalIndexProps {
  /** ARN of the function that builds the index. */
  readonly builder: string;
  /** ARN of the domain; a new domain is empty and gets a new index. */
  readonly domain: string;
}

/** Builds the search index at the first deployment, and whenever the name of the index or the domain changes. */
export class TerminalIndex extends Construct {
  constructor(scope: Construct, id: string, { builder, domain }: TerminalIndexProps) {
    super(scope, id);
    new CustomResource(this, 'Build', {
      resourceType: 'Custom::TerminalIndex',
      serviceToken: builder,
      // The function responds within a minute; this limit applies if it dies.
      serviceTimeout: Duration.seconds(reindexTerminals.timeoutSeconds),
      properties: { index: TERMINALS_INDEX, domain },
    });
  }
}
