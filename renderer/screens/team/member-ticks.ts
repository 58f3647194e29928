/** Who was ticked and who was cleared since the members were stored: others come by links and drop out meanwhile. */
export interface MemberTicks {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

export const noTicks: MemberTicks = { added: [], removed: [] };

/** The members with the ticks that nobody saved yet. */
export const tickedMembers = (stored: readonly number[], { added, removed }: MemberTicks): number[] => [
  ...stored.filter((id) => !removed.includes(id)),
  ...added.filter((id) => !stored.includes(id)),
];

/** The ticks by which the stored members become those that are wanted. */
export const ticksFor = (stored: readonly number[], wanted: readonly number[]): MemberTicks => ({
  added: wanted.filter((id) => !stored.includes(id)),
  removed: stored.filter((id) => !wanted.includes(id)),
});
