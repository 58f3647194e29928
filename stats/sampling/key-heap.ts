/**
 * The `capacity` smallest (key, position) pairs of a stream: a binary heap with the largest of them on top.
 * Keys and positions lie in two typed arrays; pairs compare by key, then by position.
 */
export class KeyHeap {
  readonly #keys: Float64Array;
  readonly #positions: Uint32Array;
  #size = 0;

  constructor(capacity: number) {
    this.#keys = new Float64Array(capacity);
    this.#positions = new Uint32Array(capacity);
  }

  /** The largest key kept, which a new one must not exceed; infinite while there is room, 0 when there is never any. */
  get largest(): number {
    if (this.#size < this.#keys.length) return Number.POSITIVE_INFINITY;
    return this.#keys[0] ?? 0;
  }

  offer(key: number, position: number): void {
    if (this.#size < this.#keys.length) {
      this.#place(this.#size, key, position);
      this.#siftUp(this.#size++);
    } else if (this.#size > 0 && isBefore(key, position, this.#keys[0]!, this.#positions[0]!)) {
      this.#place(0, key, position);
      this.#siftDown(0, this.#size);
    }
  }

  /** Empties the heap from the largest pair down, which leaves the positions in ascending order. */
  drainAscending(): Uint32Array {
    for (let end = this.#size - 1; end > 0; end--) {
      this.#swap(0, end);
      this.#siftDown(0, end);
    }
    return this.#positions;
  }

  #siftUp(from: number): void {
    let child = from;
    while (child > 0) {
      const parent = (child - 1) >>> 1;
      if (!this.#below(parent, child)) return;
      this.#swap(parent, child);
      child = parent;
    }
  }

  #siftDown(from: number, end: number): void {
    let parent = from;
    for (;;) {
      let largest = 2 * parent + 1;
      if (largest >= end) return;
      if (largest + 1 < end && this.#below(largest, largest + 1)) largest++;
      if (!this.#below(parent, largest)) return;
      this.#swap(parent, largest);
      parent = largest;
    }
  }

  #below(a: number, b: number): boolean {
    return isBefore(this.#keys[a]!, this.#positions[a]!, this.#keys[b]!, this.#positions[b]!);
  }

  #place(slot: number, key: number, position: number): void {
    this.#keys[slot] = key;
    this.#positions[slot] = position;
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a]!;
    const position = this.#positions[a]!;
    this.#place(a, this.#keys[b]!, this.#positions[b]!);
    this.#place(b, key, position);
  }
}

function isBefore(keyA: number, positionA: number, keyB: number, positionB: number): boolean {
  return keyA < keyB || (keyA === keyB && positionA < positionB);
}
