import type { Job } from "./job";

/** A job that runs one SQL statement once a day; the statement itself selects the due rows, so it can be repeated. */
export function dailySql(name: string, at: `${number}:${number}`, statement: string): Job {
  return { name, schedule: at, expireSeconds: 1800, run: async ({ sql }) => void (await sql.unsafe(statement)) };
}
