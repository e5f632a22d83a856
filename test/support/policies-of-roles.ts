interface RoleTemplate {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }>
  >;
}

/** Properties of an AWS::IAM::Policy. */
interface PolicyProperties extends Record<string, unknown> {
  readonly PolicyDocument: { readonly Statement: unknown[] };
  readonly Roles: readonly { readonly Ref: string }[];
}

type Policy = [id: string, { readonly Properties: PolicyProperties }];

/** Policies of roles by their logical ids, or by those of the roles that contain them. */
export function policiesOf({ Resources }: RoleTemplate): Policy[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]): Policy[] => {
    if (Type === 'AWS::IAM::Policy') return [[id, { Properties: Properties as PolicyProperties }]];
    if (Type !== 'AWS::IAM::Role') return [];
    const contained = (Properties?.Policies ?? []) as PolicyProperties[];
    return contained.map((policy) => [id, { Properties: { ...policy, Roles: [{ Ref: id }] } }]);
  });
}
