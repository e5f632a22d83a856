import * as v from 'valibot';

const eventSchema = v.object({
  RequestType: v.picklist(['Create', 'Update', 'Delete']),
  /** A presigned URL. It is never logged, because anyone who has it can respond. */
  ResponseURL: v.pipe(v.string(), v.url()),
  StackId: v.string(),
  RequestId: v.string(),
  LogicalResourceId: v.string(),
  PhysicalResourceId: v.optional(v.string()),
});

export type ResourceEvent = v.InferOutput<typeof eventSchema>;

/** @throws ValiError if the event is not a custom resource event. */
export const readResourceEvent = (event: unknown): ResourceEvent => v.parse(eventSchema, event);

class ResponseRejectedError extends Error {
  override readonly name = 'ResponseRejectedError';
}

/**
 * Reports success to CloudFormation.
 * @param id physical ID of a new resource. It must never change, or CloudFormation replaces the resource.
 * @throws ResponseRejectedError, or a network error, if the response does not arrive.
 */
export async function reportSuccess(event: ResourceEvent, id: string): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, PhysicalResourceId = id } = event;
  const response = await fetch(event.ResponseURL, {
    method: 'PUT',
    // The URL is signed without a content type.
    headers: { 'content-type': '' },
    body: JSON.stringify({ Status: 'SUCCESS', StackId, RequestId, LogicalResourceId, PhysicalResourceId }),
  });
  if (!response.ok)
    throw new ResponseRejectedError(`CloudFormation's response URL returned ${response.status}`);
}
