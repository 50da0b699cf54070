/** A setting the global setup leaves for the tests. */
export function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests through npm test`);
  return value;
}
