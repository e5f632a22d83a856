import { Tone } from '../shell/page.tsx';
import { gradeOf } from './confidence.ts';

/** @param score 0 to 100 */
export function ConfidenceBadge({ score }: { readonly score: number }) {
  const { label, color } = gradeOf(score);
  return (
    <Tone color={color}>
      {label} ({score} of 100)
    </Tone>
  );
}
