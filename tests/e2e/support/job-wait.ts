/** Longest wait in ms for what a job of the worker changes; it only ends tests that hang, because the machine may be running other work. */
export const JOB_MS = 180_000;
