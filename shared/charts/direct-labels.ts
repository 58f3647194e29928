interface DirectLabel {
  text: string;
  /** Where the label would sit, in pixels from the top. */
  at: number;
}

/** Moves labels apart so that none overlaps, as little as it takes, inside `top`..`bottom`; order is kept. */
export function spreadLabels<T extends DirectLabel>(
  labels: readonly T[],
  gap: number,
  top: number,
  bottom: number,
): (T & { placed: number })[] {
  const sorted = [...labels].sort((a, b) => a.at - b.at);
  const placed = sorted.map((label) => Math.min(Math.max(label.at, top), bottom));
  for (let index = 1; index < placed.length; index += 1) {
    placed[index] = Math.max(placed[index]!, placed[index - 1]! + gap);
  }
  let limit = bottom;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index]!, limit);
    limit = placed[index]! - gap;
  }
  return sorted.map((label, index) => ({ ...label, placed: placed[index]! }));
}
