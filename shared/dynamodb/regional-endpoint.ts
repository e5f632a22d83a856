interface EndpointParameters {
  readonly Region?: string;
  /** An endpoint that the client was given, or that AWS_ENDPOINT_URL names. */
  readonly Endpoint?: string;
}

const suffixOf = (region: string): string =>
  region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';

/**
 * Stands in for the SDK's rules of DynamoDB's endpoints in the bundles: the region's standard one, in the partitions of
 * AWS, China and GovCloud. FIPS, dual-stack and account endpoints, which no environment here asks for, are not known.
 */
export const defaultEndpointResolver = ({ Region = '', Endpoint }: EndpointParameters) => ({
  url: new URL(Endpoint ?? `https://dynamodb.${Region}.${suffixOf(Region)}`),
});
