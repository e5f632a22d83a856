import * as v from 'valibot';

const eventSchema = v.object({
  RequestType: v.picklist(['Create', 'Update', 'Delete']),
  /** Presigned: whoever has it can answer, so it is never logged. */
  ResponseURL: v.pipe(v.string(), v.url()),
  StackId: v.string(),
  RequestId: v.string(),
  LogicalResourceId: v.string(),
  PhysicalResourceId: v.optional(v.string()),
});

/** What CloudFormation asks of a custom resource. */
export type ResourceEvent = v.InferOutput<typeof eventSchema>;

/** @throws ValiError where it is no event of a custom resource. */
export const readResourceEvent = (event: unknown): ResourceEvent => v.parse(eventSchema, event);

class ResponseRejectedError extends Error {
  override readonly name = 'ResponseRejectedError';
}

/**
 * Tells CloudFormation that the resource is done.
 * @param id of a new resource, for good: another one would make CloudFormation replace it.
 * @throws where the answer does not get there.
 */
export async function reportSuccess(event: ResourceEvent, id: string): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, PhysicalResourceId = id } = event;
  const response = await fetch(event.ResponseURL, {
    method: 'PUT',
    // The URL is signed for no content type.
    headers: { 'content-type': '' },
    body: JSON.stringify({ Status: 'SUCCESS', StackId, RequestId, LogicalResourceId, PhysicalResourceId }),
  });
  if (!response.ok) throw new ResponseRejectedError(`CloudFormation's answer URL said ${response.status}`);
}
