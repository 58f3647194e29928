import { useState } from 'react';
import type { LabelItem } from '../../shared/contract/index.ts';
import { ConversationView } from '../ui/conversation-view.tsx';
import classes from './question-form.module.css';

interface ItemViewProps {
  item: Pick<LabelItem, 'conversation' | 'replies' | 'rightReplies' | 'page'>;
  /** True where the person writes the right answer: the system's reply would suggest one. */
  hidesReplies: boolean;
  /** The side or the reply that keys rate, where there are several. */
  active: number | null;
}

/** What an item's question is about: the conversation, and the replies where they are what is judged. */
export function ItemView({ item, hidesReplies, active }: ItemViewProps) {
  const [isShown, setShown] = useState(false);
  const { conversation, replies, rightReplies, page } = item;
  if (!hidesReplies || isShown) {
    const together = page?.map((one) => one.replies);
    return <ConversationView turns={conversation} {...{ replies, rightReplies, together, active }} />;
  }
  const prompts = replies.flatMap(({ prompt }) => (prompt === '' ? [] : [{ role: 'user', content: prompt }]));
  return (
    <>
      <ConversationView turns={[...conversation, ...prompts]} />
      {replies.length > 0 && (
        <button type="button" className={classes.reveal} onClick={() => setShown(true)}>
          {replies.length === 1 && !rightReplies ? 'Show the system’s reply' : 'Show the systems’ replies'}
        </button>
      )}
    </>
  );
}
