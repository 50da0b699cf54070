/** An environment variable set by the global setup. */
export function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests through npm test`);
  return value;
}
