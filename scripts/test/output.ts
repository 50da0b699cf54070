/** Receives what a stage prints. */
export type Output = { write: (chunk: string | Uint8Array) => void };

/**
 * Outputs of stages that run at the same time, shown in the order in which they are given: the first that has not ended
 * is shown at once, what the others print is kept until then.
 */
export function inOrder(target: Output, count: number): (Output & { end: () => void })[] {
  const kept = Array.from({ length: count }, (): (string | Uint8Array)[] => []);
  const hasEnded = kept.map(() => false);
  let shown = 0;
  const show = () => {
    for (const chunk of kept[shown]?.splice(0) ?? []) target.write(chunk);
  };
  return kept.map((chunks, index) => ({
    write: (chunk) => {
      if (index === shown) target.write(chunk);
      else chunks.push(chunk);
    },
    end: () => {
      hasEnded[index] = true;
      while (hasEnded[shown]) {
        shown += 1;
        show();
      }
    },
  }));
}
