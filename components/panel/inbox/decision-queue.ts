type Task = { id: string; run: () => Promise<void> };

/** Runs decisions one after the other: one that is made while another is being saved waits for it. */
export class DecisionQueue {
  private readonly waiting: Task[] = [];
  private running: string | null = null;
  private whenDone: (() => void) | null = null;

  constructor(private readonly onChange: (ids: readonly string[]) => void) {}

  /** Items that are being decided or wait for it. */
  get ids(): string[] {
    return [...(this.running === null ? [] : [this.running]), ...this.waiting.map(({ id }) => id)];
  }

  /** Adds a decision; an item that is already in the queue is decided once. */
  add(id: string, run: () => Promise<void>): void {
    if (this.ids.includes(id)) return;
    this.waiting.push({ id, run });
    this.onChange(this.ids);
    if (this.running === null) void this.next();
  }

  /** Takes back the newest decision that was not sent; false when there is none. */
  takeBack(): boolean {
    const last = this.waiting.pop();
    if (last) this.onChange(this.ids);
    return last !== undefined;
  }

  /** Calls `run` once when the queue is empty, also of decisions that are added until then. */
  afterAll(run: () => void): void {
    this.whenDone = run;
    if (this.running === null) this.finish();
  }

  private finish(): void {
    const run = this.whenDone;
    this.whenDone = null;
    run?.();
  }

  private async next(): Promise<void> {
    for (let task = this.waiting.shift(); task; task = this.waiting.shift()) {
      this.running = task.id;
      this.onChange(this.ids);
      await task.run().catch(() => undefined);
    }
    this.running = null;
    this.onChange(this.ids);
    this.finish();
  }
}

/** Whether a person sees what a card is about: its beginning, or a part that fills half of the window. */
export function isInView(card: Pick<Element, "getBoundingClientRect">, height: number): boolean {
  const { top, bottom } = card.getBoundingClientRect();
  const shown = Math.min(bottom, height) - Math.max(top, 0);
  return (top >= 0 && top <= height - MIN_SHOWN_PX) || shown >= height / 2;
}

/** Height of the title of a card. */
const MIN_SHOWN_PX = 96;
