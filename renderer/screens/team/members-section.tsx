import { Stack } from '@mantine/core';

/** Who labels the study, how many look at each item, and how far each has come. */
export function MembersSection({ studyId }: { studyId: number }) {
  return <Stack gap="lg" data-study={studyId} />;
}
