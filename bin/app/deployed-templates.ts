import type { createDeployedTemplateReader } from './aws-deployed-template.ts';
import type { StackTemplate } from './stack-template.ts';

/** Reads the deployed templates of a region, each at most once; undefined for a stack that is not deployed. */
export function deployedTemplates(region: string) {
  const templates = new Map<string, Promise<StackTemplate | undefined>>();
  let reader: Promise<ReturnType<typeof createDeployedTemplateReader>> | undefined;
  // Loaded at the first read: a synthesis without credentials does not need this SDK client.
  const loadReader = async () =>
    (await import('./aws-deployed-template.ts')).createDeployedTemplateReader(region);
  const read = async (stackName: string) => {
    reader ??= loadReader();
    return (await reader)(stackName);
  };
  return (stackName: string): Promise<StackTemplate | undefined> => {
    const template = templates.get(stackName) ?? read(stackName);
    templates.set(stackName, template);
    return template;
  };
}
