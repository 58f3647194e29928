import { Text } from '@mantine/core';
import type { ImportPreview } from '../../../shared/contract/index.ts';
import { plural } from '../../app/format.ts';
import { ConversationView } from '../../ui/conversation-view.tsx';
import classes from './data.module.css';

type Look = ImportPreview['looks'][number];

/** The first items as whoever labels will see them. */
export function PreviewLooks({ looks }: { looks: readonly Look[] }) {
  return (
    <div className={classes.looks}>
      {looks.map((look, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a faulty file may repeat ids
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section key={index} className={classes.look} aria-label={`Item ${look.id}`} tabIndex={0}>
          <Text size="xs" c="dimmed" mb={6}>
            Item {look.id}
            {look.replies.length > 1 && `, with ${plural(look.replies.length, 'reply', 'replies')}`}
          </Text>
          <ConversationView {...shownOf(look)} passage={look.context} of={`item ${look.id}`} />
        </section>
      ))}
    </div>
  );
}

/** Several replies of one system stand each after the turn that it answers. */
function shownOf({ conversation, replies: [first] }: Look) {
  const texts = first?.texts ?? [];
  if (texts.length < 2) return { turns: conversation, replies: texts.map((text) => ({ prompt: '', text })) };
  const asked = conversation.filter(({ role }) => role === 'user');
  return { turns: [], replies: texts.map((text, i) => ({ prompt: asked[i]?.content ?? '', text })) };
}
