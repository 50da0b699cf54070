import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";

const ANSWER_MS = 2_000;
const CONNECT_SECONDS = 2;
const RECONNECT_SECONDS = 0.1;

/** Opens a separate connection, so that a busy pool does not look like an unavailable database. */
export function openProbe(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: CONNECT_SECONDS,
    backoff: () => RECONNECT_SECONDS,
    onnotice: () => {},
  });
}

/** Whether the database answers a query within two seconds. */
export async function databaseResponds(probe: postgres.Sql): Promise<boolean> {
  const controller = new AbortController();
  const answer = probe`select 1`.then(
    () => true,
    () => false,
  );
  const silence = sleep(ANSWER_MS, false, { signal: controller.signal }).catch(() => false);
  const result = await Promise.race([answer, silence]);
  controller.abort();
  return result;
}
