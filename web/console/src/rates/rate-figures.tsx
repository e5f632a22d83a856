import { dollars, percent } from '../format/numbers.ts';
import { Tone } from '../shell/page.tsx';
import { gradeOf } from './confidence.ts';
import styles from './rates.module.css';

export function ConfidenceBadge({ score }: { readonly score: number }) {
  const { label, color } = gradeOf(score);
  return (
    <Tone color={color}>
      {label} ({score} of 100)
    </Tone>
  );
}

/** A margin below 0 has a color and a word. */
export const MarginPercent = ({ value }: { readonly value: number }) => {
  const text = percent(value / 100);
  return value < 0 ? <Tone color="red">{text} loss</Tone> : text;
};

export function RangeBar({ rate, min, max }: { rate: number; min: number; max: number }) {
  const position = max > min ? Math.min(100, Math.max(0, ((rate - min) / (max - min)) * 100)) : 50;
  return (
    <div className={styles.range}>
      <svg className={styles.rangeBar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.track} x="0" y="1.5" width="100" height="3" rx="1.5" />
        <rect className={styles.mark} x={Math.min(99, position)} y="0" width="1" height="6" />
      </svg>
      <p className={styles.text}>
        <span>{dollars(min)}</span>
        <span>80% range</span>
        <span>{dollars(max)}</span>
      </p>
    </div>
  );
}
