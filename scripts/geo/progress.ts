/** Calls `log` when another tenth of a step is done. */
export function tenths(log: (text: string) => void): (step: string, share: number) => void {
  const done = new Map<string, number>();
  return (step, share) => {
    const tenth = Math.floor(share * 10);
    if (tenth <= (done.get(step) ?? 0)) return;
    done.set(step, tenth);
    log(`${step} ${tenth * 10} %`);
  };
}
