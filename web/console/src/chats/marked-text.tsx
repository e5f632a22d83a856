import type { ChatLane } from '../api/client.ts';
import styles from './chats.module.css';
import { markedParts, partId } from './marked-parts.ts';

interface MarkedTextProps {
  readonly text: string;
  readonly lanes: readonly ChatLane[];
  readonly source: number | 'subject';
}

/** A text of a customer. What was read from it is marked with the numbers of its lanes. */
export const MarkedText = ({ text, lanes, source }: MarkedTextProps) => (
  <p className={styles.text} dir="auto">
    {markedParts(text, lanes, source).map((part) =>
      part.lanes === '' ? (
        part.text
      ) : (
        <mark
          key={part.start}
          id={partId(source, part.start)}
          className={`focus-target ${styles.mark}`}
          tabIndex={-1}
          title={`Lane ${part.lanes}: ${part.fields}`}
          data-lanes={part.lanes}
        >
          {part.text}
        </mark>
      ),
    )}
  </p>
);
