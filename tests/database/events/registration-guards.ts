import type { Sql } from "postgres";

/** Time between a check and the write that depends on it, so that simultaneous callers all pass the check. */
const PAUSE = "perform pg_sleep(0.1)";

const PLACES = [
  "private.lock_kinds(uuid)",
  "private.hold_places(uuid, integer, boolean)",
  "private.lock_registration(uuid)",
  "private.confirm_registration(text)",
];
export const STANDS = [
  "private.insert_registration(jsonb, text, uuid, text, jsonb)",
  "private.take_stand(uuid, uuid, public.event_registration_types)",
  "private.drop_taken_wish(public.event_registrations)",
];

/**
 * Runs a test without the locks of kinds or the conditions that a stand is free, and without the constraint on places,
 * and restores them: proves that the test of the same race would notice a missing guard.
 */
export async function withoutGuards<T>(sql: Sql, run: () => Promise<T>, guards = PLACES): Promise<T> {
  const originals = await sql<{ definition: string }[]>`
    select pg_get_functiondef(name::regprocedure) as definition from unnest(${guards}::text[]) as name`;
  const [constraint] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'type_is_not_overbooked'`;
  await sql`alter table public.event_registration_types drop constraint type_is_not_overbooked`;
  try {
    for (const { definition } of originals) {
      await sql.unsafe(
        definition
          .replaceAll(" for update;", ";")
          .replace("update public.event_registration_types set taken", `${PAUSE}; $&`)
          .replace("and known.registration_id is null", "")
          .replace("stored.stand_id and registration_id is not null", "stored.stand_id and false")
          .replace("wish.registration_id is not null", "false"),
      );
    }
    return await run();
  } finally {
    for (const { definition } of originals) await sql.unsafe(definition);
    await sql.unsafe(
      `alter table public.event_registration_types add constraint type_is_not_overbooked ${constraint!.definition}`,
    );
  }
}
