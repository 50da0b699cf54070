import type { Backend } from "./backend";

const KEYS = ["road_source_sie_sc", "road_source_der_sp"];
/** Group of the rows that no owner wrote. */
const GROUP = "local";

/**
 * A site on this machine uses the state roads whose terms are not confirmed; a public one leaves them out until its owner
 * answers. Answers of the owner stay as they are. Returns whether an answer is missing.
 */
export async function setRoadSources({ sql }: Pick<Backend, "sql">, isLocal: boolean): Promise<boolean> {
  if (isLocal)
    await sql`
      insert into public.app_settings (key, value, "group", is_public)
      select key, 'true', ${GROUP}, true from unnest(${KEYS}::text[]) as key
      on conflict (key) do nothing`;
  else await sql`delete from public.app_settings where key = any(${KEYS}) and "group" = ${GROUP}`;
  const rows = await sql`select 1 from public.app_settings where key = any(${KEYS})`;
  return rows.length < KEYS.length;
}
