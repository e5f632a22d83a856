/** A CloudFormation template as the checks of a deployment read it. */
export interface StackTemplate {
  readonly Resources?: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }>
  >;
}
