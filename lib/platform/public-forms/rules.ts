/** Minimum seconds for filling in a form; the form itself delays faster submissions. */
export const MIN_SECONDS = 3;

/** Whether a bot submitted the form: the honeypot field is filled or it was submitted too fast. */
export function isRobot({ homepage, seconds }: { homepage: string; seconds: number }): boolean {
  return homepage !== "" || seconds < MIN_SECONDS;
}
