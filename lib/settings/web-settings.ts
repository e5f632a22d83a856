/** The distribution of the pages and the API, under one name. */
export interface WebSettings {
  /** "freight.example.com": its own name, since CloudFront enforces TLS 1.2 only for names with a certificate. */
  readonly name: string;
  /** ARN in AWS Certificate Manager, in us-east-1, where CloudFront reads certificates. */
  readonly certificateArn: string;
  /** Hosted zone in Route 53 for the records; absent = external DNS, and the deployment prints the record. */
  readonly hostedZone?: { readonly id: string; readonly name: string };
}
